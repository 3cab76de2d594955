/** Content types of library files, with their file extensions. */
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
  'text/plain': '.txt',
  // documents that only Atelier reads, so that nothing ever opens them
  'application/octet-stream': '.bin',
}

/** Content type of any other file; browsers do not display it. */
export const otherType = 'application/octet-stream'

/** File extension of a library file, by its content type and never by its name. */
export function extensionOf(mime: string): string {
  return (Object.hasOwn(mediaExtensions, mime) ? mediaExtensions[mime] : undefined) ?? '.bin'
}

/** Whether library files can have this content type. */
export function mimeKnown(mime: string): boolean {
  return Object.hasOwn(mediaExtensions, mime)
}
