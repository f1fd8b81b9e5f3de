// In what two translations of one sentence differ.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/languages.h"
#include "core/text/word_pairs.h"

namespace headlight {
namespace {

struct Case {
  const char* english;
  const char* one;
  const char* other;
  const char* differ;  // the name of the open; "" for none
};

TEST(LeftOpen, IsWhatTheSentenceLeavesOpen) {
  for (const Case& each : {
           Case{"I am tired", "je suis fatigué", "je suis fatiguée", "masculine or feminine"},
           Case{"you are happy", "vous êtes heureux", "vous êtes heureuse", "masculine or feminine"},
           Case{"you are happy", "vous êtes heureux", "vous êtes heureuses", "masculine or feminine"},
           Case{"we are ready", "nous sommes prêts", "nous sommes prêtes", "masculine or feminine"},
           Case{"I am a student", "je suis un étudiant", "je suis une étudiante", "masculine or feminine"},
           Case{"my friend is here", "mon ami est ici", "mon amie est ici", "masculine or feminine"},
           Case{"are you old", "êtes-vous vieux ?", "êtes-vous vieille ?", "masculine or feminine"},
           Case{"they came", "ils sont venus", "elles sont venues", "masculine or feminine"},
           Case{"it is big", "il est grand", "elle est grande", "masculine or feminine"},
           Case{"the cup is in the box and it is big", "la tasse est dans le carton et il est grand",
                "la tasse est dans le carton et elle est grande", "meaning"},
           Case{"you are kind", "tu es gentil", "vous êtes gentil", "tu or vous"},
           Case{"do you have your book", "as-tu ton livre ?", "avez-vous votre livre ?", "tu or vous"},
           Case{"come here", "viens ici", "venez ici", "tu or vous"},
           Case{"you are glad", "vous êtes content", "vous êtes contents", "one person or several"},
           // Not left open, another wording, or nobody knows.
           Case{"she is tired", "elle est fatigué", "elle est fatiguée", ""},
           Case{"my sister is glad", "ma soeur est content", "ma soeur est contente", ""},
           Case{"I see the tired dog", "je vois le chien fatigué", "je vois le chien fatiguée", ""},
           Case{"the table is old", "le table est vieux", "la table est vieux", ""},
           Case{"I see a car", "je vois une voiture", "je vois une auto", ""},
           Case{"I am cold", "j'ai froid", "je suis froid", ""},
           Case{"at home", "chez moi", "avec moi", ""},
           Case{"I am here", "je suis ici", "je suis ici", ""},
       }) {
    const auto open =
        left_open_between(english_words(each.english), french_words(each.one), french_words(each.other));
    EXPECT_EQ(open ? name_of(*open) : "", each.differ) << each.one << " / " << each.other;
    const auto back =
        left_open_between(english_words(each.english), french_words(each.other), french_words(each.one));
    EXPECT_EQ(back, open) << each.one;
  }
}

}  // namespace
}  // namespace headlight
