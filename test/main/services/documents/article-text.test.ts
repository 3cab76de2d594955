import { afterEach, describe, expect, test } from 'vitest'
import { articleText } from '../../../../src/main/services/documents/article-text.ts'
import { DocumentReader } from '../../../../src/main/services/documents/document-reader.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (html: string, type = 'text/html') => articleText(bytesOf(html), type, 'page')
const paragraph = '<p>The river flows to the sea, and ships go with the tide, as they always did.</p>'

const readers: DocumentReader[] = []
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()))
})

describe('the article of a page', () => {
  test('a page is read without menus, scripts and footers', async () => {
    const found = await read(
      `<!doctype html><html><head><title>The Thames &amp; its tides</title></head><body><nav>Home Login</nav>
       <article><h2>Ebb</h2>${paragraph.repeat(10)}<script>document.title = 'x'</script></article><footer>© 2026</footer></body></html>`,
    )
    expect(found).toMatchObject({ title: 'The Thames & its tides' })
    const text = typeof found === 'string' ? '' : found.text
    expect(text).toContain('## Ebb\n\nThe river flows')
    expect(text).not.toMatch(/Login|document|2026/)
  })

  test('a page without its outer elements is read too', async () => {
    const found = await read(`<title>Tides</title><nav>Login</nav><article>${paragraph.repeat(10)}</article>`)
    expect(found).toMatchObject({ title: 'Tides', text: expect.not.stringContaining('Login') })
  })

  test('a page without an article is read whole', async () => {
    expect(await read('<html><body><p>High water: 16:04</p></body></html>')).toEqual({
      title: '',
      text: 'High water: 16:04',
    })
  })

  test('a page in another encoding is decoded as declared', async () => {
    const gbk = new Uint8Array([...bytesOf('<meta charset="gbk"><p>'), 0xb3, 0xb1, 0xcf, 0xab, ...bytesOf('</p>')])
    expect(await articleText(gbk, 'text/html', '')).toMatchObject({ text: '潮汐' })
  })

  test('a page of scripts alone has no text', async () => {
    expect(await read('<title>App</title><div id="root"></div><script>render()</script>')).toBe('no_text')
  })

  test('a file that is not a page is read as a file', async () => {
    expect(await read('plain words', 'text/plain')).toMatchObject({ text: 'plain words' })
    expect(await articleText(new Uint8Array([0, 1, 2, 3, 0, 255, 254]), 'application/octet-stream', 'a.bin')).toBe(
      'not_supported',
    )
  })
})

describe('a hostile page', () => {
  test.each([
    ['a hundred thousand levels', '<div>'.repeat(100_000)],
    ['a hundred thousand unclosed titles', '<title '.repeat(100_000)],
    ['four million characters', `<p>${'a '.repeat(2_000_000)}</p>`],
    ['many unclosed comments', '<!--'.repeat(200_000)],
  ])('of %s ends within the bounds of the thread', async (_, html) => {
    const reader = new DocumentReader()
    readers.push(reader)
    const task = { article: bytesOf(`<html><body>${html}high water`), type: 'text/html', name: 'page' }
    const started = performance.now()
    const answer = await reader.article(task, new AbortController().signal)
    expect(['article', 'refused']).toContain(answer.state)
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})
