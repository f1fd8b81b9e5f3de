// What the program asks of the page. Compiled into headlight.js; what it does is in page.js.
mergeInto(LibraryManager.library, {
  headlight_keep: function (file, bytes, size) { return Module.page.keep(UTF8ToString(file), HEAPU8.slice(bytes, bytes + size)); },
  headlight_download: function (name, bytes, size) { return Module.page.download(UTF8ToString(name), HEAPU8.slice(bytes, bytes + size)); },
  headlight_lock: function (file) { return Module.page.lock(UTF8ToString(file)); },
  headlight_choose: function (folder) { return Module.page.choose(folder !== 0); },
  headlight_width: function () { return Module.page.size().width; },
  headlight_height: function () { return Module.page.size().height; },
  headlight_scale: function () { return Module.page.size().scale; },
  headlight_is_touched: function () { return Module.page.isTouched(); },
  headlight_is_framed: function () { return Module.page.isFramed(); },
  headlight_is_dark: function () { return Module.page.isDark(); },
  headlight_cursor: function (name) { return Module.page.cursor(UTF8ToString(name)); },
  headlight_title: function (title) { return Module.page.title(UTF8ToString(title)); },
  headlight_describe: function (elements) { return Module.page.describe(UTF8ToString(elements)); },
  headlight_has_focus: function (name) { return Module.page.hasFocus(UTF8ToString(name)); },
  headlight_full_screen: function (on) { return Module.page.fullScreen(on !== 0); },
  headlight_typing: function (on) { return Module.page.typing(on !== 0); },
  headlight_copy: function (text) { return Module.page.copy(UTF8ToString(text)); },
  headlight_text_width: function (text, font) { return Module.page.textWidth(UTF8ToString(text), UTF8ToString(font)); },
  headlight_text_image: function (text, font, colour, width, height, left, baseline, pixels) {
    HEAPU8.set(Module.page.textImage(UTF8ToString(text), UTF8ToString(font), UTF8ToString(colour), width, height, left, baseline), pixels);
  },
  headlight_has_model: function (name) { return Module.page.hasModel(UTF8ToString(name)); },
  headlight_started: function () { return Module.page.started(); },
  headlight_first_frame: function () { return Module.page.firstFrame(); },
});
