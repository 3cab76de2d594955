/** Capabilities of a demo model. An endpoint refuses models of another kind. */
export type ModelKind = 'chat' | 'embedding' | 'image' | 'transcription' | 'video'

export interface DemoModel {
  readonly id: string
  readonly ownedBy: string
  readonly created: number
  readonly kind: ModelKind
  /** Chat models only: accepts image parts. */
  readonly vision?: boolean
  /** Chat models only: the language of every answer; absent answers in the language of the question. */
  readonly language?: 'zh'
  /** Chat models only: scale of an ordinary answer's length; 1 is usual. */
  readonly breadth?: number
  /** Image models only: the sizes it accepts; absent means any size up to `maxImageSide`. */
  readonly sizes?: readonly string[]
  /** Image models only: edits several pictures at once. */
  readonly takesSeveral?: boolean
  /** For video models only: the orientation of the videos. */
  readonly orientation?: 'portrait' | 'landscape'
}

/** Longest side, in pixels, of an image from a model without a size list. */
export const maxImageSide = 2048

const models: readonly DemoModel[] = [
  { id: 'demo-chat', ownedBy: 'atelier', created: 1_735_689_600, kind: 'chat' },
  { id: 'demo-chat-large', ownedBy: 'atelier', created: 1_741_564_800, kind: 'chat', breadth: 2.5 },
  { id: 'demo-chat-vision', ownedBy: 'atelier', created: 1_743_465_600, kind: 'chat', vision: true },
  { id: 'demo-writer-zh', ownedBy: 'shufang', created: 1_746_057_600, kind: 'chat', language: 'zh' },
  {
    id: 'demo-writer-zh-vision',
    ownedBy: 'shufang',
    created: 1_748_736_000,
    kind: 'chat',
    language: 'zh',
    vision: true,
  },
  { id: 'demo-embedding', ownedBy: 'atelier', created: 1_735_689_600, kind: 'embedding' },
  {
    id: 'demo-image-hd',
    ownedBy: 'pigment',
    created: 1_738_368_000,
    kind: 'image',
    sizes: ['1024x1024', '1792x1024', '1024x1792'],
  },
  {
    id: 'demo-image-classic',
    ownedBy: 'pigment',
    created: 1_704_067_200,
    kind: 'image',
    sizes: ['256x256', '512x512', '1024x1024'],
  },
  {
    id: 'demo-image-2',
    ownedBy: 'kiln',
    created: 1_751_328_000,
    kind: 'image',
    sizes: ['1024x1024', '1536x1024', '1024x1536'],
    takesSeveral: true,
  },
  { id: 'demo-image-free', ownedBy: 'kiln', created: 1_754_006_400, kind: 'image', takesSeveral: true },
  { id: 'demo-transcribe', ownedBy: 'echo', created: 1_740_787_200, kind: 'transcription' },
  { id: 'demo-video', ownedBy: 'lantern', created: 1_756_684_800, kind: 'video', orientation: 'portrait' },
  { id: 'demo-video-landscape', ownedBy: 'lantern', created: 1_756_684_800, kind: 'video', orientation: 'landscape' },
]

const kindsByGroup: Readonly<Record<string, readonly ModelKind[]>> = {
  all: ['chat', 'embedding', 'image', 'transcription', 'video'],
  'chat-only': ['chat', 'embedding'],
  'media-only': ['image', 'transcription', 'video'],
  'images-only': ['image'],
  'video-only': ['video'],
  empty: [],
}

/** Returns the models that a key of this group may use, in catalogue order; none for an unknown group. */
export function modelsOfGroup(group: string): readonly DemoModel[] {
  const kinds = kindsByGroup[group] ?? []
  return models.filter((model) => kinds.includes(model.kind))
}

/** Returns a model in the form of the catalogue endpoint. */
export function modelCard(model: DemoModel): { id: string; object: 'model'; created: number; owned_by: string } {
  return { id: model.id, object: 'model', created: model.created, owned_by: model.ownedBy }
}
