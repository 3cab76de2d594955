/** Content types of library files, with their file extensions. */
export const mediaExtensions: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/avif': '.avif',
  // kinds that the page does not show: results of gateways, which can only be saved
  'image/tiff': '.tif',
  'image/bmp': '.bmp',
  'image/heic': '.heic',
  'image/jxl': '.jxl',
  'image/jp2': '.jp2',
  'image/j2c': '.j2c',
  'image/vnd.adobe.photoshop': '.psd',
  'image/x-icon': '.ico',
  // not image/svg+xml, under which a browser would draw it and run its script
  'application/x-svg': '.svg',
  'audio/wav': '.wav',
  'audio/flac': '.flac',
  'audio/ogg': '.ogg',
  'audio/mp4': '.m4a',
  'audio/mpeg': '.mp3',
  'audio/aac': '.aac',
  'audio/amr': '.amr',
  'audio/webm': '.weba',
  'audio/x-matroska': '.mka',
  'audio/aiff': '.aiff',
  'audio/x-caf': '.caf',
  'audio/basic': '.au',
  'audio/x-ms-wma': '.wma',
  'audio/x-adpcm-wav': '.wav',
  'audio/x-gsm-wav': '.wav',
  'audio/x-coded-wav': '.wav',
  'audio/x-coded-caf': '.caf',
  'audio/x-coded-aiff': '.aiff',
  'audio/x-wave64': '.w64',
  'audio/x-oggflac': '.oga',
  'audio/x-speex': '.spx',
  'audio/ac3': '.ac3',
  'audio/vnd.dts': '.dts',
  'audio/x-ape': '.ape',
  'audio/x-wavpack': '.wv',
  'audio/x-musepack': '.mpc',
  'audio/x-tta': '.tta',
  'audio/x-dsf': '.dsf',
  'audio/x-dss': '.dss',
  'audio/vnd.rn-realmedia': '.rm',
  'audio/qcelp': '.qcp',
  'audio/silk': '.silk',
  'video/ogg': '.ogv',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'video/x-matroska': '.mkv',
  'video/mp2t': '.ts',
  'video/mpeg': '.mpg',
  'video/x-flv': '.flv',
  'video/x-ms-wmv': '.wmv',
  'video/x-msvideo': '.avi',
  'text/plain': '.txt',
  // documents that only Atelier reads; with this type, no other program opens them
  'application/octet-stream': '.bin',
}

/** Returns true if the page shows pictures of this content type without conversion. */
export function isShown(mime: string): boolean {
  return ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'].includes(mime)
}

/** Content type of any other file; browsers do not display it. */
export const otherType = 'application/octet-stream'

/** Returns the file extension of a library file, by its content type and never by its name. */
export function extensionOf(mime: string): string {
  return (Object.hasOwn(mediaExtensions, mime) ? mediaExtensions[mime] : undefined) ?? '.bin'
}

/** Returns true if library files can have this content type. */
export function mimeKnown(mime: string): boolean {
  return Object.hasOwn(mediaExtensions, mime)
}
