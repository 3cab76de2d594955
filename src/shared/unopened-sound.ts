/**
 * Kinds of recordings that no page can open, by content type, with their names. They can only be sent unchanged. Three
 * types are Atelier's own: WAV files with anything but uncompressed audio.
 */
const names: Readonly<Record<string, string>> = {
  'audio/x-ms-wma': 'WMA',
  'video/x-ms-wmv': 'WMV',
  'video/x-msvideo': 'AVI',
  'video/x-flv': 'FLV',
  'video/mpeg': 'MPEG-PS',
  'audio/x-adpcm-wav': 'ADPCM WAV',
  'audio/x-gsm-wav': 'GSM WAV',
  'audio/x-coded-wav': 'compressed WAV',
  'audio/x-coded-caf': 'compressed CAF',
  'audio/x-coded-aiff': 'compressed AIFF',
  'audio/x-wave64': 'Wave64',
  'audio/x-oggflac': 'Ogg FLAC',
  'audio/x-speex': 'Speex',
  'audio/amr': 'AMR',
  'audio/ac3': 'AC-3',
  'audio/vnd.dts': 'DTS',
  'audio/x-ape': 'APE',
  'audio/x-wavpack': 'WavPack',
  'audio/x-musepack': 'Musepack',
  'audio/x-tta': 'TTA',
  'audio/x-dsf': 'DSD',
  'audio/x-dss': 'DSS',
  'audio/vnd.rn-realmedia': 'RealMedia',
  'audio/qcelp': 'QCELP',
  'audio/silk': 'SILK',
}

/** Returns the name of a kind that no page can open; null for any other content type. */
export function unopenedSound(mime: string): string | null {
  return Object.hasOwn(names, mime) ? (names[mime] ?? null) : null
}

/** Returns the content type of an upload. */
export function sentType(mime: string): string {
  switch (mime) {
    case 'audio/x-adpcm-wav':
    case 'audio/x-gsm-wav':
    case 'audio/x-coded-wav':
      return 'audio/wav'
    case 'audio/x-coded-caf':
      return 'audio/x-caf'
    case 'audio/x-coded-aiff':
      return 'audio/aiff'
    case 'audio/x-oggflac':
    case 'audio/x-speex':
      return 'audio/ogg'
    default:
      return mime
  }
}
