import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

/**
 * Splits a URL path into segments; null when it must not be served: encoded or plain traversal, hidden files, NUL and
 * other control characters, backslashes, colons (Windows streams and drives), double encoding.
 * Pure; `safeFile` adds the checks that need the file system.
 */
export function safeSegments(urlPath: string): readonly string[] | null {
  if (!urlPath.startsWith('/') || urlPath.length > 2000) return null
  let decoded: string
  try {
    decoded = decodeURIComponent(urlPath)
  } catch {
    return null
  }
  // decoded once; anything still encoded was encoded twice, which our builds never do
  if (/[\p{Cc}\\:%?#*"<>|]/u.test(decoded)) return null
  const segments = decoded.slice(1).split('/')
  // a leading dot covers `.`, `..` and hidden files; Windows drops trailing dots and spaces from a name
  if (segments.some((segment) => segment === '' || segment.startsWith('.') || /[. ]$/.test(segment))) return null
  return segments
}

/**
 * Returns the real path of a file named by a URL path inside a served folder, or null. Symbolic links are resolved
 * before the check.
 */
export async function safeFile(root: string, urlPath: string): Promise<string | null> {
  const segments = safeSegments(urlPath)
  if (segments === null) return null
  try {
    const served = await realpath(root)
    const real = await realpath(join(served, ...segments))
    return isInside(served, real) ? real : null
  } catch {
    return null
  }
}

/** Returns true if a path is below a folder (not the folder itself). Both must be real, absolute paths. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
