// A session as the end of an address, behind its "#": a browser keeps that part to itself, so nothing of it
// is sent to a server.
//
//   #1:q1YqTs0rycxLVbJSMtQBAA...     a whole session, as *Copy link* writes it
//   #lesson=it&step=3                by hand, in words
//
// "1" is the version of the form. What follows the colon is base64url (RFC 4648, section 5, unpadded) of
// deflate (RFC 1951) of the JSON of a session file, without what is as in Session{}: the meaning of a link
// stands and falls with those defaults, so one that changes needs a new version here. The reader's own is not
// in it: theme, size, motion, full screen.
#pragma once

#include <cstddef>
#include <string>

#include "app/session/session.h"

namespace headlight {

// Mail programs and chats may cut a longer one.
inline constexpr std::size_t long_for_mail = 2000;  // letters, the page's address included

// "#1:...". Throws std::invalid_argument for a session that is too large for a link.
std::string link_of(const Session& session);

// What a link says; the page's address may stand in front of its "#". By hand it may say, each once,
// percent-encoded where needed, with "&" between them:
//   lesson=NAME step=3   a lesson, and its step from 1 (of a file: one that is there already)
//   model=NAME           a shipped model
//   text=... compare=... one sentence, and a second one beside it
//   view=flow lab=masks  a view, or a lab
//   layer=1 head=0       what is selected
// Throws std::invalid_argument for what is cut off, damaged, too large, of a newer Headlight, or not there:
// one sentence with what to try.
Session session_of_link(const std::string& link);

// The same of anything that a person has copied: a link, or the text of a session file.
Session session_of_pasted(const std::string& text);

// What keeps a session from being the same on another computer: "the model /home/me/mine" and so on; empty
// where all is shipped.
std::string only_here(const Session& session);

}  // namespace headlight
