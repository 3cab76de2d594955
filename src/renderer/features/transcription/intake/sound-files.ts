/** What the panel takes: the names are only a first look, main and the ear decide. */
const endings: ReadonlySet<string> = new Set([
  ...['mp3', 'm4a', 'm4b', 'wav', 'wave', 'flac', 'ogg', 'oga', 'opus', 'aac', 'amr', 'aif', 'aiff', 'caf', 'wma'],
  ...['weba', 'mka', 'mp2', '3ga', 'ac3', 'mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi', 'mpg', 'mpeg', '3gp', 'ogv', 'ts'],
])

/** For the system's file dialog. */
export const soundAccept = ['audio/*', 'video/*', ...[...endings].map((ending) => `.${ending}`)].join(',')

/** Whether a file looks like sound, or like a video that may have some. */
export function looksLikeSound(file: { readonly name: string; readonly type: string }): boolean {
  if (/^(audio|video)\//.test(file.type)) return !isPlaylist(file.name)
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase()
  // TypeScript's files share their ending with a kind of video, and have no type of their own
  return ending !== undefined && ending !== 'ts' && endings.has(ending)
}

function isPlaylist(name: string): boolean {
  return /\.(m3u8?|pls|tsx?)$/i.test(name)
}

/** Files that systems leave in folders; nobody means them. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'desktop.ini' || name === 'Thumbs.db'
}
