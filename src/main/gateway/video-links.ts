/** Limits of the search in an answer: nesting depth and number of members. */
const depthMax = 12
const membersMax = 5_000
const linkLengthMax = 8_000
/** Longest JSON within a text, in UTF-16 units. */
const jsonLengthMax = 100_000

/** Names under which gateways give the link of a finished video, in order of preference. */
const linkNames = [
  ...['video_url', 'videoUrl', 'result_url', 'resultUrl', 'download_url', 'downloadUrl', 'output_url', 'outputUrl'],
  ...['file_url', 'fileUrl', 'play_url', 'playUrl', 'url', 'uri', 'link', 'href', 'video', 'output', 'result'],
  // some gateways put the link here once the task is done
  'fail_reason',
] as const

/** Endings of video files. */
const videoEnding = /\.(?:mp4|m4v|mov|webm|mkv|avi|mpe?g|ogv)$/i
/** Names of pictures, of request fields, and of pages about the task. */
const otherNames =
  /cover|thumb|poster|image|picture|frame|preview|avatar|logo|icon|audio|input|prompt|request|response_?url|param|callback|webhook|notif|status|cancel|poll|doc|help|terms|polic|^(?:self|get|stream|web|page)$/i
const linkName = /url|uri|link|video|href|download|file/i

interface Found {
  readonly link: string
  /** Names of the members that lead to it, outermost first. */
  readonly path: readonly string[]
}

/**
 * Returns the link of the video in the answer about a finished task; null if there is none. A known name takes
 * precedence, then an address with the ending of a video, then the only address under a name that suggests one.
 * If `isCertain` is false, the task may be unfinished, and only the ending of a video counts.
 */
export function videoLinkIn(body: unknown, isCertain = true): string | null {
  const plausible = linksIn(body).filter(({ path }) => !path.some((name) => otherNames.test(name)))
  if (isCertain) {
    const named = linkUnderName(plausible)
    if (named !== null) return named
  }
  const films = plausible.filter(({ link }) => videoEnding.test(pathOf(link)))
  // a copy without the gateway's watermark is preferred
  const clean = films.find(({ path }) => !path.some((name) => /watermark/i.test(name))) ?? films[0]
  if (clean !== undefined || !isCertain) return clean?.link ?? null
  const speaking = new Set(plausible.filter(({ path }) => linkName.test(path.join(' '))).map(({ link }) => link))
  const [only] = speaking
  return speaking.size === 1 && only !== undefined ? only : null
}

function linkUnderName(plausible: readonly Found[]): string | null {
  for (const name of linkNames) {
    const named = plausible.find(({ path }) => path.at(-1) === name && isNamedAlone(path, name))
    if (named !== undefined) return named.link
  }
  return null
}

/**
 * Returns true if a name identifies the video. General names such as `url` count only near the top, or within a video,
 * output or result.
 */
function isNamedAlone(path: readonly string[], name: string): boolean {
  const isGeneral = ['url', 'uri', 'link', 'href'].includes(name)
  return !isGeneral || path.length <= 2 || path.slice(0, -1).some((outer) => /video|output|result/i.test(outer))
}

function linksIn(body: unknown): readonly Found[] {
  const found: Found[] = []
  let members = 0
  const look = (value: unknown, path: readonly string[]): void => {
    members += 1
    if (members > membersMax || path.length > depthMax) return
    if (typeof value === 'string') {
      const link = linkOf(value)
      if (link !== null) found.push({ link, path })
      else if (/^\s{0,20}[[{]/.test(value)) look(jsonIn(value), path)
    } else if (Array.isArray(value)) for (const one of value) look(one, path)
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) look(one, [...path, name])
  }
  look(body, [])
  return found
}

/** Parses the JSON in a text, which is how some gateways wrap a result; null for any other text. */
function jsonIn(text: string): unknown {
  try {
    const value: unknown = text.length > jsonLengthMax ? null : JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Returns a web address, also one without a scheme or relative to the gateway; null for any other text. */
export function linkOf(text: string): string | null {
  const link = text.trim()
  if (link.length > linkLengthMax || /[\s<>"\\]/.test(link)) return null
  if (/^https?:\/\/[^/]/i.test(link) || /^\/\/[^/]/.test(link)) return link
  if (/^\/[^/]/.test(link)) return link
  // a host with a path to a video
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\/\S+$/i.test(link) && videoEnding.test(pathOf(`https://${link}`))
    ? link
    : null
}

function pathOf(link: string): string {
  return link.replace(/[?#].*$/s, '')
}
