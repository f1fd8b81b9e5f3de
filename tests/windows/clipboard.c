// What another program finds on the clipboard after "Copy picture": it is written as NAME.png and NAME.bmp.
//   clipboard.exe NAME
#include <windows.h>

#include <stdio.h>

// Both are there, or one of them does not end well.
static int keep(UINT format, const char* name, const char* ending) {
  char path[1024];
  snprintf(path, sizeof path, "%s.%s", name, ending);
  const HGLOBAL held = GetClipboardData(format);
  const void* bytes = held ? GlobalLock(held) : NULL;
  FILE* file = bytes ? fopen(path, "wb") : NULL;
  if (!file) {
    fprintf(stderr, "no %s on the clipboard\n", ending);
    return 0;
  }
  if (format == CF_DIB) {  // in a file, a head of its own comes first
    const BITMAPINFOHEADER* picture = bytes;
    const DWORD pixels = sizeof(BITMAPFILEHEADER) + picture->biSize;
    const BITMAPFILEHEADER begin = {.bfType = 0x4D42, .bfSize = pixels + picture->biSizeImage, .bfOffBits = pixels};
    fwrite(&begin, 1, sizeof begin, file);
    fwrite(bytes, 1, picture->biSize + picture->biSizeImage, file);
  } else {
    fwrite(bytes, 1, GlobalSize(held), file);
  }
  GlobalUnlock(held);
  return fclose(file) == 0;
}

int main(int count, char** words) {
  if (count != 2 || !OpenClipboard(NULL)) return 2;
  char name[100];
  for (UINT format = EnumClipboardFormats(0); format != 0; format = EnumClipboardFormats(format)) {
    if (!GetClipboardFormatNameA(format, name, sizeof name)) snprintf(name, sizeof name, "%u", format);
    printf("%s\n", name);
  }
  const int png = keep(RegisterClipboardFormatA("PNG"), words[1], "png");
  const int bitmap = keep(CF_DIB, words[1], "bmp");
  CloseClipboard();
  return png && bitmap ? 0 : 1;
}
