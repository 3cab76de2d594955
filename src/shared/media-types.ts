/** The types that files of the library are served as, with the extensions they get. */
export const mediaExtensions: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'audio/wav': '.wav',
  'audio/flac': '.flac',
  'audio/ogg': '.ogg',
  'audio/mp4': '.m4a',
  'audio/mpeg': '.mp3',
  'audio/aac': '.aac',
  'audio/amr': '.amr',
  'audio/webm': '.weba',
  'audio/x-matroska': '.mka',
  'video/ogg': '.ogv',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'video/x-matroska': '.mkv',
}

/** The type of any other file: browsers do not show it. */
export const otherType = 'application/octet-stream'

/** The extension of a file of the library, by its type and never by the name it is given. */
export function extensionOf(mime: string): string {
  return (Object.hasOwn(mediaExtensions, mime) ? mediaExtensions[mime] : undefined) ?? '.bin'
}

/** Whether it is a type that files of the library have. */
export function mimeKnown(mime: string): boolean {
  return Object.hasOwn(mediaExtensions, mime)
}
