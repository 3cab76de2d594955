import { describe, expect, it } from 'vitest'
import { type ClickedPlace, contextMenu } from '../../../src/main/electron/context-menu.ts'

const nowhere: ClickedPlace = {
  menuSourceType: 'mouse',
  x: 3,
  y: 4,
  linkURL: '',
  srcURL: '',
  mediaType: 'none',
  hasImageContents: false,
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: { canCut: false, canCopy: false, canPaste: false, canSelectAll: false },
}
const field: ClickedPlace = {
  ...nowhere,
  isEditable: true,
  editFlags: { canCut: false, canCopy: false, canPaste: true, canSelectAll: true },
}
const library = `media://library/${'a1'.repeat(32)}`

function offered(place: ClickedPlace, language = 'en', { canLookUp = false, canShare = false, code = '' } = {}) {
  const did: string[] = []
  const menu = contextMenu(place, code || null, language, {
    replaceMisspelling: (word) => did.push(`replace ${word}`),
    addToDictionary: (word) => did.push(`learn ${word}`),
    lookUp: canLookUp ? () => did.push('look up') : null,
    canShare,
    copyLink: (url) => did.push(`link ${url}`),
    copyPicture: (x, y) => did.push(`picture ${x},${y}`),
    savePicture: (id) => did.push(`save ${id}`),
    copyCode: (text) => did.push(`code ${text}`),
  })
  for (const { click } of menu) if (click !== undefined) Reflect.apply(click, undefined, [])
  return { labels: menu.map(({ label, type }) => label ?? type), menu, did }
}

describe('a right click', () => {
  it('a right click without anything to do offers nothing', () => {
    expect(offered(nowhere).labels).toEqual([])
    expect(offered({ ...nowhere, selectionText: ' \n' }).labels).toEqual([])
  })

  it('a right click in a field offers its editing commands', () => {
    const { menu } = offered(field)
    expect(menu.map(({ role, enabled }) => [role, enabled])).toEqual([
      ['cut', false],
      ['copy', false],
      ['paste', true],
      ['selectAll', true],
    ])
    expect(offered(field, 'zh-CN').labels).toEqual(['剪切', '复制', '粘贴', '全选'])
  })

  it('selected text and allowed links can be shared if the system supports it', () => {
    const shared = (place: Partial<ClickedPlace>, canShare = true) =>
      offered({ ...nowhere, ...place }, 'en', { canShare }).menu.flatMap(({ sharingItem }) => sharingItem ?? [])
    expect(shared({ selectionText: ' two words ' })).toEqual([{ texts: ['two words'] }])
    expect(shared({ linkURL: 'https://example.com/a' })).toEqual([{ urls: ['https://example.com/a'] }])
    expect(shared({ selectionText: 'a', linkURL: 'https://example.com/a' })).toEqual([{ texts: ['a'] }])
    expect(shared({ linkURL: 'javascript:alert(1)' })).toEqual([])
    expect(shared({ selectionText: 'words' }, false)).toEqual([])
    expect(shared({})).toEqual([])
  })

  it('selected text of an answer can be copied', () => {
    const place = { ...nowhere, selectionText: 'words', editFlags: { ...nowhere.editFlags, canCopy: true } }
    expect(offered(place).menu).toEqual([{ role: 'copy', label: 'Copy', enabled: true }])
  })

  it('selected text can be looked up if the system has a dictionary', () => {
    const place = { ...nowhere, selectionText: '潮汐', editFlags: { ...nowhere.editFlags, canCopy: true } }
    expect(offered(place, 'zh-CN', { canLookUp: true })).toMatchObject({
      ...{ labels: ['查询', 'separator', '复制'], did: ['look up'] },
    })
    expect(offered(nowhere, 'en', { canLookUp: true }).labels).toEqual([])
  })

  it('a misspelled word offers five corrections, and adding it to the dictionary', () => {
    const dictionarySuggestions = ['a', 'b', 'c', 'd', 'e', 'f']
    const { labels, did } = offered({ ...field, misspelledWord: 'wrod', dictionarySuggestions })
    expect(labels.slice(0, 7)).toEqual(['a', 'b', 'c', 'd', 'e', 'Add to Dictionary', 'separator'])
    expect(did).toEqual(['replace a', 'replace b', 'replace c', 'replace d', 'replace e', 'learn wrod'])
    expect(offered({ ...field, misspelledWord: 'wrod' }).menu[0]).toEqual({ label: 'No suggestions', enabled: false })
  })

  it('a link is copied in the form in which it would open', () => {
    expect(offered({ ...nowhere, linkURL: 'https://Example.com/a b' }).did).toEqual([])
    expect(offered({ ...nowhere, linkURL: 'HTTPS://Example.com/a' }).did).toEqual(['link https://example.com/a'])
  })

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'app://bundle/index.html',
    'media://library/x',
    'https://user:secret@example.com/',
    'https://exa\u202emple.com/',
    'vscode://open',
    'not a url',
  ])('copies no link such as %s', (linkURL) => {
    expect(offered({ ...nowhere, linkURL }).labels).toEqual([])
  })

  it('a picture can be copied, and saved by its id if it is in the library', () => {
    const picture = { ...nowhere, mediaType: 'image', hasImageContents: true } as const
    expect(offered({ ...picture, srcURL: library }).did).toEqual(['picture 3,4', `save ${'a1'.repeat(32)}`])
    expect(offered({ ...picture, srcURL: 'data:image/png;base64,AAAA' }).did).toEqual(['picture 3,4'])
    for (const srcURL of [`${library}/../x`, `${library}?x`, 'media://library/../../etc/passwd', 'https://a.example/a'])
      expect(offered({ ...picture, srcURL }).did).toEqual(['picture 3,4'])
    expect(offered({ ...picture, hasImageContents: false, srcURL: library }).labels).toEqual([])
  })

  it('separators divide items of different kinds', () => {
    const { labels } = offered({
      ...field,
      misspelledWord: 'wrod',
      linkURL: 'https://example.com/',
      mediaType: 'image',
      hasImageContents: true,
    })
    expect(labels.join('|')).toBe(
      'No suggestions|Add to Dictionary|separator|Copy Picture|separator|Copy Link|separator|Cut|Copy|Paste|Select All',
    )
  })

  it('a whole code block can be copied without a selection', () => {
    expect(offered(nowhere, 'en', { code: 'let a\n' })).toMatchObject({ labels: ['Copy Code'], did: ['code let a\n'] })
    const selected = { ...nowhere, selectionText: 'let', editFlags: { ...nowhere.editFlags, canCopy: true } }
    expect(offered(selected, 'zh-CN', { code: 'let a' }).labels).toEqual(['复制', 'separator', '复制代码'])
  })
})
