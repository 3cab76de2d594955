/**
 * The request parameters that each kind of image model accepts (gateway-api.md, POST /v1/images/generations), and the
 * models of each kind. Update it when a model appears. A user adds a model in the studio (setting `imageKindOf`).
 */
export const imageKinds = [
  {
    id: 'wide',
    sizes: ['1024x1024', '1792x1024', '1024x1792'],
    models: ['dall-e-3', 'demo-image-hd'],
    edits: false,
    takesSeveral: false,
  },
  {
    id: 'square',
    sizes: ['1024x1024', '512x512', '256x256'],
    models: ['dall-e-2', 'demo-image-classic'],
    edits: true,
    takesSeveral: false,
  },
  {
    id: 'photo',
    sizes: ['1024x1024', '1536x1024', '1024x1536'],
    models: ['gpt-image-1', 'gpt-image-1-mini', 'gpt-image-1.5', 'demo-image-2'],
    edits: true,
    takesSeveral: true,
  },
] as const

export type ImageKind = (typeof imageKinds)[number]
export type ImageKindId = ImageKind['id'] | 'free'

/** Ids of all kinds; `free` allows any size, because its list is unknown. */
export const imageKindIds = ['wide', 'square', 'photo', 'free'] as const satisfies readonly ImageKindId[]

/** Types in which a picture can be saved, or asked for. */
export const pictureTypes = ['png', 'jpeg', 'webp'] as const
export type PictureType = (typeof pictureTypes)[number]
/** Their names, the same in every language. */
export const pictureTypeNames: Readonly<Record<PictureType, string>> = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' }

/** Sizes by their ratios, for models that take any size: sides in steps of 32, from 1 to 1.6 megapixels. */
export const ratioSizes: readonly (readonly [ratio: string, size: string])[] = [
  ['1:1', '1024x1024'],
  ['3:2', '1536x1024'],
  ['2:3', '1024x1536'],
  ['4:3', '1152x864'],
  ['3:4', '864x1152'],
  ['16:9', '1536x864'],
  ['9:16', '864x1536'],
]

/** Returns the size of a typed ratio, such as `16:9` or `16：9`; null for anything else. */
export function sizeOfRatio(typed: string): string | null {
  const ratio = typed.replace(/\s/g, '').replace('：', ':')
  return ratioSizes.find(([name]) => name === ratio)?.[1] ?? null
}

/** Parameters that only some models take, as they are sent. */
export const specialParameters = ['background', 'output_format'] as const
export type SpecialParameter = (typeof specialParameters)[number]

/** Maximum number of images of one request. The gateway documents no limit; ten is usual for such services. */
export const imagesPerRequestMax = 10

/** Longest side of a free size, in pixels. */
export const imageSideMax = 8192

/** Longest prompt, in UTF-16 units. */
export const imagePromptMax = 32_000

/**
 * Longest improved prompt, in UTF-16 units. One above `imagePromptMax` is shown, as it was paid for; it can be used once
 * enough of its changes are left out.
 */
export const improvedPromptMax = 128_000

/** Longest wish for a better prompt, in UTF-16 units. */
export const improveWishMax = 500

/** Maximum number of favourite prompts, and of earlier prompts that are listed. */
export const favouritePromptsMax = 100
export const earlierPromptsMax = 30

/** Maximum number of pictures that one edit sends: as many as `image[]` takes at OpenAI. */
export const picturesPerEditMax = 16

/** Maximum size of the pictures of one edit together, in bytes. They are in memory twice while they are sent. */
export const pictureBytesPerEditMax = 100_000_000

/** Longest role of a picture, such as "the jacket", in UTF-16 units. */
export const pictureRoleMax = 100

/** Names of the form field for several pictures: `image[]` for each (OpenAI), or `image` repeated (FastAPI servers). */
export const pictureFields = ['image[]', 'image'] as const
export type PictureField = (typeof pictureFields)[number]

/** Returns the form field that a request for an edit does not use for its pictures. */
export function otherPictureField({
  edit,
}: {
  readonly edit: { readonly pictureField?: PictureField | undefined } | null
}): PictureField {
  return edit?.pictureField === 'image' ? 'image[]' : 'image'
}

/**
 * Returns the kind of a model: the user's choice, else the table above, else `free`. The longest matching name wins, so
 * a dated or suffixed name (`dall-e-3-2026`, `demo-image-2+dead-link`) gets the kind of its base name.
 */
export function imageKindOf(model: string, chosen: Readonly<Record<string, ImageKindId>>): ImageKindId {
  const own = Object.hasOwn(chosen, model) ? chosen[model] : undefined
  if (own !== undefined) return own
  const name = model.toLowerCase().split('/').at(-1) ?? ''
  const fits = imageKinds
    .flatMap((kind) => kind.models.map((known) => ({ id: kind.id, known })))
    .filter(({ known }) => name === known || (name.startsWith(known) && /^[-+:@]/.test(name.slice(known.length))))
    .sort((a, b) => b.known.length - a.known.length)
  return fits[0]?.id ?? 'free'
}

/** Returns the sizes of a kind; empty when it accepts any. */
export function sizesOf(kind: ImageKindId): readonly string[] {
  return imageKinds.find(({ id }) => id === kind)?.sizes ?? []
}

/** Returns false if models of a kind are known to take only one picture. */
export function mayTakeSeveral(kind: ImageKindId): boolean {
  return imageKinds.find(({ id }) => id === kind)?.takesSeveral !== false
}

/**
 * Parses `<width>x<height>` (also with `×` or `*` and spaces); null when it is malformed or a side is out of bounds.
 */
export function parseSize(text: string): { readonly width: number; readonly height: number } | null {
  const match = /^\s*(\d{1,5})\s*[x×*]\s*(\d{1,5})\s*$/i.exec(text)
  if (!match) return null
  const width = Number(match[1])
  const height = Number(match[2])
  const fits = (side: number): boolean => side >= 1 && side <= imageSideMax
  return fits(width) && fits(height) ? { width, height } : null
}
