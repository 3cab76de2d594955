import { answered, environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

const page = [
  '```html',
  '<!doctype html><title>Tides</title><style>body { font-family: sans-serif; margin: 24px }</style>',
  '<h1>Tides 潮汐</h1><p>High water comes later each day.</p><button onclick="this.textContent = 1">Count</button>',
  '<img src="https://example.com/moon.png">',
  '```',
].join('\n')
const diagram = '```mermaid\nflowchart LR\n  A[Moon 月亮] --> B[Sea 海]\n  B --> C{High?}\n```'
const long = `\`\`\`ts\n${Array.from({ length: 60 }, (_, index) => `const line${index + 1} = ${index} // ${'a long comment 长注释 '.repeat(index % 7)}`).join('\n')}\n\`\`\``
const table =
  '| City 城市 | People 人口 | Note |\n|---|--:|---|\n| Bern | 144,000 | on a river |\n| 上海 | 24,870,000 | by the sea |\n| Ulm | 9,900 | |'

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`previews, code and tables fit the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    // Chromium tells of the picture that it refuses
    atelier.allow(/policy|violation|moon\.png/i)
    const chat = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language, codeNumbers: true, codeWrap: true })
    await expect(chat.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const composer = chat.getByRole('textbox', { name: w('composer.message'), exact: true })
    const say = async (text: string, count: number) => {
      await composer.fill(`Repeat exactly: ${text}`)
      await composer.press('Enter')
      return await answered(chat, count)
    }
    await say(`${table}\n\n${long}`, 1)
    const last = chat.getByRole('article', { name: /^demo-/ }).last()
    await last.getByRole('columnheader').nth(1).getByRole('button').click()
    await lookInBothThemes(chat, 'blocks', language)

    const second = await say(page, 2)
    await second.getByRole('button', { name: w('blocks.preview.open'), exact: true }).press('Enter')
    const pane = chat.getByRole('complementary', { name: w('blocks.preview.region'), exact: true })
    await expect(pane).toContainText(w('blocks.preview.note.refused'))
    await lookInBothThemes(chat, 'preview-page', language)
    await pane.getByRole('radio', { name: w('blocks.preview.source') }).check({ force: true })
    await lookInBothThemes(chat, 'preview-source', language)
    await chat.keyboard.press('Escape')

    const third = await say(diagram, 3)
    // by key: the thread still goes to its end
    await third.getByRole('button', { name: w('blocks.preview.open'), exact: true }).press('Enter')
    await expect(chat.frameLocator('iframe').locator('[data-drawn] svg')).toContainText('月亮')
    await expect(chat.getByText(wordsOf(language, 'blocks.preview.drawing'))).toHaveCount(0)
    await lookInBothThemes(chat, 'preview-diagram', language)
    // drawn again in the colours of the other theme
    const dark = (await chat.locator('html').getAttribute('data-mantine-color-scheme')) === 'dark'
    await expect(chat.frameLocator('iframe').locator('html')).toHaveAttribute('data-dark', String(dark))
  })
}
