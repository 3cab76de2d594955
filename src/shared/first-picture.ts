/** Ways in which a first picture goes with a video: its bytes as a `data:` URL, or an https link that the user enters. */
export const firstPictureWays = ['data', 'link'] as const
export type FirstPictureWay = (typeof firstPictureWays)[number]

/** How a connection takes the first picture of a video; the contract shows no field for it. */
export interface FirstPictureField {
  readonly field: string
  readonly way: FirstPictureWay
}

/** Longest name of the field. */
export const firstPictureFieldMax = 64
/** Longest link to a first picture, in UTF-16 units. */
export const firstPictureLinkMax = 2_000

/** Fields of a submission in gateway-api.md. */
const ownFields: ReadonlySet<string> = new Set(['model', 'prompt', 'duration', 'async'])

/** Returns true for a name that a field for first pictures can have: letters, digits and `_`, and none of Atelier's own. */
export function isFirstPictureField(name: string): boolean {
  return name.length <= firstPictureFieldMax && /^[A-Za-z]\w*$/.test(name) && !ownFields.has(name)
}

/** Returns true for a link that a gateway can fetch: https, without a user name or password. */
export function isFirstPictureLink(typed: string): boolean {
  if (typed.length > firstPictureLinkMax || !URL.canParse(typed)) return false
  const { password, protocol, username } = new URL(typed)
  return protocol === 'https:' && username === '' && password === ''
}
