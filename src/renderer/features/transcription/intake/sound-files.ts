/** Accepted extensions; only a first check, as main and the decoder decide. */
const endings: ReadonlySet<string> = new Set([
  ...['mp3', 'm4a', 'm4b', 'wav', 'wave', 'flac', 'ogg', 'oga', 'opus', 'aac', 'amr', 'aif', 'aiff', 'caf', 'wma'],
  ...['weba', 'mka', 'mp2', '3ga', 'ac3', 'mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi', 'mpg', 'mpeg', '3gp', 'ogv', 'ts'],
])

/** The `accept` value for the file dialog. */
export const soundAccept = ['audio/*', 'video/*', ...[...endings].map((ending) => `.${ending}`)].join(',')

/** Whether a file looks like sound, or like a video with sound. */
export function looksLikeSound(file: { readonly name: string; readonly type: string }): boolean {
  if (/^(audio|video)\//.test(file.type)) return !isPlaylist(file.name)
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase()
  // TypeScript files share an extension with a video format, and have no content type
  return ending !== undefined && ending !== 'ts' && endings.has(ending)
}

function isPlaylist(name: string): boolean {
  return /\.(m3u8?|pls|tsx?)$/i.test(name)
}
