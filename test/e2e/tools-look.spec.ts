import { chooseAdded } from './add-menu.ts'
import { answered, environmentOf, expect, parts, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { chooseSettings } from './side-pages.ts'

const calculator = 'builtin:calculator'

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`tools fit the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    const shoot = (state: string) => lookInBothThemes(page, state, language)
    const composer = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
    await chooseAdded(page, 'tools.title', language)
    const popover = page.getByRole('dialog', { name: w('tools.title') })
    for (const tool of ['calculator', 'current_date'])
      await popover.getByRole('switch', { name: new RegExp(`^${w(`tools.own.${tool}.title`)}`) }).check({ force: true })
    await shoot('tools-popover')
    await page.keyboard.press('Escape')

    const use = language === 'en' ? 'use' : '用'
    await composer.fill(`${use} calculator {"expression": "sqrt(2) * 1000"} and current_date`)
    await composer.press('Enter')
    await answered(page, 1)
    await shoot('tools-folded')
    const folds = parts.answers(page).locator('[data-call] > button')
    await folds.first().click()
    await shoot('tools-opened')

    await atelier.call('tools.setRule', { tool: calculator, rule: 'ask' })
    await composer.fill(`${use} calculator {"expression": "6 * 7\u202e", "precision": 12} and current_date`)
    await composer.press('Enter')
    const question = parts.answers(page).last().locator('section[data-state="asking"]')
    await expect(question.getByRole('button', { name: w('tools.once') })).toBeEnabled()
    await shoot('tools-question')
    await question.getByRole('button', { name: w('tools.edit') }).click()
    await question.getByRole('textbox').first().fill('{"expression": ')
    await shoot('tools-editing')
    await question.getByRole('button', { name: w('tools.deny') }).click()
    await answered(page, 2)

    // a question higher than the window begins in view, and the answer is followed after the decision
    await page.setViewportSize({ width: 640, height: 400 })
    await composer.fill(`${use} calculator {"expression": "6 * 7", "precision": 12}`)
    await composer.press('Enter')
    await expect(question.getByText(w('tools.why.rule'))).toBeInViewport()
    await expect(question.getByRole('button', { name: w('tools.once') })).toBeEnabled()
    await question.getByRole('button', { name: w('tools.deny') }).click()
    await answered(page, 3)
    await expect(page.getByRole('button', { name: w('chat.jump') })).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.keyboard.press('Control+,')
    await chooseSettings(page, 'tools', language)
    await shoot('settings-tools')
  })
}
