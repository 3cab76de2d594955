import { answered, environmentOf, expect, parts, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { chooseSettings } from './side-pages.ts'

const questions = {
  en: ['Explain tea with a table and code in TypeScript', '/fault early-close;after=30\nWrite about bridges'],
  'zh-CN': ['介绍一下茶，要有表格和 TypeScript 代码', '/fault early-close;after=30\n写一篇关于桥的短文'],
} as const

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`the empty window fits, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    const composer = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    const shoot = (state: string) => lookInBothThemes(page, state, language)
    await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
    await shoot('chat-empty')
    for (const [index, question] of questions[language].entries()) {
      await composer.fill(question)
      await composer.press('Enter')
      await answered(page, index + 1)
    }
    await shoot('chat-interrupted')
    await page.getByRole('button', { name: new RegExp(`^${w('chat.newChat')}$`) }).click()
    await composer.fill(questions[language][0])
    await composer.press('Enter')
    await answered(page, 1)
    await expect(parts.answers(page).locator('code span[style*="color"]').first()).toBeVisible()
    await shoot('chat-answer')
    await composer.fill('/fault quota\nHello')
    await composer.press('Enter')
    await answered(page, 2)
    await shoot('chat-error')
    await composer.fill('/fault rate-limit;retry-after=600\nHello')
    await composer.press('Enter')
    await expect(
      parts
        .answers(page)
        .last()
        .getByRole('button', { name: w('app.cancel') }),
    ).toBeVisible()
    await shoot('chat-waiting')
    await composer.press('Escape')

    await page.getByRole('button', { name: new RegExp(w('models.pick')) }).click()
    await expect(page.getByRole('option', { name: 'demo-chat', exact: true })).toBeVisible()
    await shoot('model-picker')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: w('parameters.title') }).click()
    await expect(page.getByText(w('parameters.systemHint'))).toBeVisible()
    await shoot('parameters')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: w('palette.placeholder') })).toBeFocused()
    await shoot('palette')
    await page.keyboard.press('Escape')
    await page.getByRole('listitem').first().hover()
    await page.getByRole('listitem').first().getByRole('button').last().click()
    await expect(page.getByRole('menuitem', { name: w('chat.rename') })).toBeVisible()
    await shoot('chat-menu')
    await page.keyboard.press('Escape')

    await atelier.call('connections.tryDemo', {})
    await page.keyboard.press('Control+,')
    for (const section of ['connections', 'appearance', 'chat', 'images', 'transfer', 'about'] as const) {
      await chooseSettings(page, section, language)
      await shoot(`settings-${section}`)
      if (section !== 'connections') continue
      await page.getByRole('button', { name: w('settings.remove'), exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await shoot('settings-remove')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: w('settings.add'), exact: true }).click()
      await shoot('settings-add')
      await page.getByRole('button', { name: w('app.cancel'), exact: true }).click()
    }
  })
}
