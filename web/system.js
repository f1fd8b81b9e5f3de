// What the program asks of the page. Compiled into headlight.js; what it does is in page.js.
mergeInto(LibraryManager.library, {
  headlight_keep: (file, bytes, size) => Module.page.keep(UTF8ToString(file), HEAPU8.slice(bytes, bytes + size)),
  headlight_download: (name, bytes, size) => Module.page.download(UTF8ToString(name), HEAPU8.slice(bytes, bytes + size)),
  headlight_lock: (file) => Module.page.lock(UTF8ToString(file)),
  headlight_choose: () => Module.page.choose(),
  headlight_width: () => Module.page.size().width,
  headlight_height: () => Module.page.size().height,
  headlight_scale: () => Module.page.size().scale,
  headlight_is_dark: () => Module.page.isDark(),
  headlight_cursor: (name) => Module.page.cursor(UTF8ToString(name)),
  headlight_title: (title) => Module.page.title(UTF8ToString(title)),
  headlight_full_screen: (on) => Module.page.fullScreen(on !== 0),
  headlight_typing: (on) => Module.page.typing(on !== 0),
  headlight_copy: (text) => Module.page.copy(UTF8ToString(text)),
  headlight_has_model: (name) => Module.page.hasModel(UTF8ToString(name)),
  headlight_started: () => Module.page.started(),
  headlight_first_frame: () => Module.page.firstFrame(),
});
