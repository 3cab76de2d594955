import type { SettingField } from './setting-field.ts'

/** Choices that parts of the page remember. */
export const layoutSettings = {
  /** True if history search also uses meaning. */
  searchByMeaning: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** Wrapping of long lines of code, and numbers of lines. */
  codeWrap: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  codeNumbers: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** True if the chat list is hidden in layouts that show it next to the chat. */
  chatListFolded: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** Approximate height of the gallery's rows, in px. */
  imageTileSize: {
    kind: 'number',
    min: 120,
    max: 300,
    initial: 200,
    page: null,
    label: 'images.tileSize',
    hint: 'images.tileSize',
  },
  /** Shows pictures and videos in the history as tiles, if the filter shows nothing else. */
  historyTiles: { kind: 'switch', initial: true, page: null, label: null, hint: null },
  /** Hides the details of the shown image. */
  imageDetailsHidden: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** Looks of burnt-in subtitles, and whether they show a translation and the original. */
  subtitleSize: {
    kind: 'choice',
    options: [
      { value: 'small', words: 'subtitles.small' },
      { value: 'medium', words: 'subtitles.medium' },
      { value: 'large', words: 'subtitles.large' },
    ],
    initial: 'medium',
    page: null,
    label: 'subtitles.size',
    hint: null,
  },
  subtitlePlace: {
    kind: 'choice',
    options: [
      { value: 'bottom', words: 'subtitles.bottom' },
      { value: 'top', words: 'subtitles.top' },
    ],
    initial: 'bottom',
    page: null,
    label: 'subtitles.place',
    hint: null,
  },
  subtitleTranslated: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  subtitleBilingual: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** Width of the preview next to a chat, in px. */
  previewWidth: {
    kind: 'number',
    min: 320,
    max: 1600,
    initial: 480,
    page: null,
    label: 'blocks.preview.width',
    hint: 'blocks.preview.width',
  },
} as const satisfies Readonly<Record<string, SettingField>>
