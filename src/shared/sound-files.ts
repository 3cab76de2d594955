/** Accepted extensions; only a first check, as main and the decoder decide. */
const endings: ReadonlySet<string> = new Set([
  ...['mp3', 'm4a', 'm4b', 'wav', 'wave', 'flac', 'ogg', 'oga', 'opus', 'aac', 'amr', 'aif', 'aiff', 'caf', 'wma'],
  ...['weba', 'mka', 'mp2', '3ga', 'ac3', 'mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi', 'mpg', 'mpeg', '3gp', 'ogv', 'ts'],
  ...[
    'aifc',
    'au',
    'snd',
    'spx',
    'ape',
    'wv',
    'w64',
    'dss',
    'ds2',
    'silk',
    'flv',
    'wmv',
    'mts',
    'm2ts',
    'vob',
    'rm',
    'ra',
  ],
])

/** From this size in bytes, a file called `.ts` or `.mts` is a film; nobody writes TypeScript of this size. */
const transportBytes = 2_000_000

/** The `accept` value for the file dialog. */
export const soundAccept = ['audio/*', 'video/*', ...[...endings].map((ending) => `.${ending}`)].join(',')

/** Returns true if a file looks like sound, or like a video with sound. */
export function looksLikeSound(file: {
  readonly name: string
  readonly type: string
  readonly size?: number
}): boolean {
  if (/\.m?ts$/i.test(file.name)) return (file.size ?? 0) >= transportBytes
  if (/^(audio|video)\//.test(file.type)) return !isPlaylist(file.name)
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase()
  return ending !== undefined && endings.has(ending)
}

function isPlaylist(name: string): boolean {
  return /\.(m3u8?|pls|tsx)$/i.test(name)
}
