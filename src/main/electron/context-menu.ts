import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import { externalUrl } from '../security/external-url.ts'
import { mediaBase } from './app-origin.ts'

/** The properties of Electron's right-click event that the menu uses. */
export type ClickedPlace = Pick<
  ContextMenuParams,
  | 'x'
  | 'y'
  | 'linkURL'
  | 'srcURL'
  | 'mediaType'
  | 'hasImageContents'
  | 'isEditable'
  | 'selectionText'
  | 'menuSourceType'
  | 'misspelledWord'
  | 'dictionarySuggestions'
> & { readonly editFlags: Pick<ContextMenuParams['editFlags'], 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'> }

export interface ContextMenuActions {
  replaceMisspelling(word: string): void
  addToDictionary(word: string): void
  /** Looks the selection up in the system's dictionary; null if the system has none. */
  readonly lookUp: (() => void) | null
  /** True if the system has a menu for sharing a text or a link with other apps: macOS. */
  readonly canShare: boolean
  copyLink(url: string): void
  copyPicture(x: number, y: number): void
  savePicture(mediaId: string): void
  copyCode(code: string): void
}

const words = {
  en: {
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    noSuggestions: 'No suggestions',
    addToDictionary: 'Add to Dictionary',
    lookUp: 'Look Up',
    share: 'Share',
    copyLink: 'Copy Link',
    copyPicture: 'Copy Picture',
    savePicture: 'Save Picture As…',
    copyCode: 'Copy Code',
  },
  zh: {
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
    noSuggestions: '没有建议',
    addToDictionary: '添加到词典',
    lookUp: '查询',
    share: '共享',
    copyLink: '复制链接',
    copyPicture: '复制图片',
    savePicture: '图片另存为…',
    copyCode: '复制代码',
  },
} as const

const suggestionsMax = 5
const separator: MenuItemConstructorOptions = { type: 'separator' }

/**
 * Returns the items of the context menu; empty if there is nothing to do. `code` is the code block that was clicked.
 */
export function contextMenu(
  place: ClickedPlace,
  code: string | null,
  language: string,
  actions: ContextMenuActions,
): MenuItemConstructorOptions[] {
  const said = language.startsWith('zh') ? words.zh : words.en
  const groups = [
    spelling(place, said, actions),
    lookUp(place, said, actions),
    picture(place, said, actions),
    link(place, said, actions),
    editing(place, said),
    share(place, said, actions),
    code === null ? [] : [{ label: said.copyCode, click: () => actions.copyCode(code) }],
  ].filter((group) => group.length > 0)
  return groups.flatMap((group, index) => (index === 0 ? group : [separator, ...group]))
}

type Said = Readonly<Record<keyof (typeof words)['en'], string>>

function spelling(place: ClickedPlace, said: Said, actions: ContextMenuActions): MenuItemConstructorOptions[] {
  const { misspelledWord: word, dictionarySuggestions, isEditable } = place
  if (word === '' || !isEditable) return []
  const suggestions = dictionarySuggestions.slice(0, suggestionsMax).map(
    (label): MenuItemConstructorOptions => ({
      label,
      click: () => actions.replaceMisspelling(label),
    }),
  )
  return [
    ...(suggestions.length === 0 ? [{ label: said.noSuggestions, enabled: false }] : suggestions),
    { label: said.addToDictionary, click: () => actions.addToDictionary(word) },
  ]
}

function lookUp(
  { selectionText }: ClickedPlace,
  said: Said,
  actions: ContextMenuActions,
): MenuItemConstructorOptions[] {
  return actions.lookUp === null || selectionText.trim() === '' ? [] : [{ label: said.lookUp, click: actions.lookUp }]
}

function picture(place: ClickedPlace, said: Said, actions: ContextMenuActions): MenuItemConstructorOptions[] {
  const { mediaType, hasImageContents, srcURL, x, y } = place
  if (mediaType !== 'image' || !hasImageContents) return []
  const mediaId = mediaIdOf(srcURL)
  return [
    { label: said.copyPicture, click: () => actions.copyPicture(x, y) },
    ...(mediaId === null ? [] : [{ label: said.savePicture, click: () => actions.savePicture(mediaId) }]),
  ]
}

/** Returns the items for a link, only if it may be opened, and copies it in parsed form. */
function link(place: ClickedPlace, said: Said, actions: ContextMenuActions): MenuItemConstructorOptions[] {
  const checked = externalUrl(place.linkURL)
  return checked.ok ? [{ label: said.copyLink, click: () => actions.copyLink(checked.value) }] : []
}

/** Returns the system's share submenu, with the selected text, or with a link that may be opened. */
function share(place: ClickedPlace, said: Said, { canShare }: ContextMenuActions): MenuItemConstructorOptions[] {
  const link = externalUrl(place.linkURL)
  const text = place.selectionText.trim()
  if (!canShare || (text === '' && !link.ok)) return []
  const sharingItem = text === '' && link.ok ? { urls: [link.value] } : { texts: [text] }
  return [{ role: 'shareMenu', label: said.share, sharingItem }]
}

function editing(place: ClickedPlace, said: Said): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = place
  const copy: MenuItemConstructorOptions = { role: 'copy', label: said.copy, enabled: editFlags.canCopy }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'cut', label: said.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: said.paste, enabled: editFlags.canPaste },
    { role: 'selectAll', label: said.selectAll, enabled: editFlags.canSelectAll },
  ]
}

/** Returns the media id of a library picture; null for any other URL. */
function mediaIdOf(url: string): string | null {
  const id = url.startsWith(mediaBase) ? url.slice(mediaBase.length) : ''
  return /^[0-9a-f]{64}$/.test(id) ? id : null
}
