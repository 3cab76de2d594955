import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAdded } from './add-menu.ts'
import { answered, environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { openLibrary } from './side-pages.ts'

const collectionId = '7d9f2c1e-5b1c-4a57-9a0d-3f5d6d1f0a11'

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`knowledge fits the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    // shortcuts work from then on
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const shoot = (state: string) => lookInBothThemes(page, state, language)
    const folder = `${realpathSync(atelier.data)}-notes`
    mkdirSync(folder)
    writeFileSync(
      join(folder, 'tides and the moon, as written down in the harbour of Qingdao.md'),
      `# Tides\n\n## Causes\n\nThe moon pulls the sea. 月亮牵引海水。\n\n${'High water comes about fifty minutes later each day. 每天涨潮推迟约五十分钟。\n\n'.repeat(40)}`,
    )
    writeFileSync(join(folder, 'broken.txt'), Buffer.from([0, 1, 2, 0, 255, 0, 0, 3]))
    await openLibrary(page, 'knowledge', language)
    await expect(page.getByText(w('knowledge.none'))).toBeVisible()
    await shoot('knowledge-empty')

    await atelier.call('knowledge.create', { id: collectionId, name: language === 'en' ? 'Sea' : '海洋' })
    for (const [sourceId, path] of [
      ['f1', folder],
      ['f2', folder],
    ] as const)
      await atelier.call('knowledge.addFolder', { collectionId, sourceId, path })
    rmSync(join(folder, 'broken.txt'))
    await atelier.call('knowledge.create', { id: crypto.randomUUID(), name: 'x'.repeat(100) })
    const names = page.getByRole('listitem').filter({ hasText: 'notes' })
    await expect(names).toHaveCount(2)
    await expect
      .poll(async () =>
        (await atelier.call('knowledge.list', {}))
          .flatMap(({ sources }) => sources)
          .every(({ progress }) => progress.state === 'read'),
      )
      .toBe(true)
    await shoot('knowledge-page')

    await page
      .getByRole('navigation', { name: w('app.panels') })
      .getByRole('button')
      .first()
      .click()
    const composer = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    await expect(composer).toBeFocused()
    await chooseAdded(page, 'knowledge.choose', language)
    const popover = page.getByRole('dialog')
    await expect(popover).toBeVisible()
    await popover.getByRole('switch', { name: /^(Sea|海洋)/ }).check({ force: true })
    await shoot('knowledge-popover')
    await page.keyboard.press('Escape')
    await composer.fill(language === 'en' ? 'What does the moon do to high water?' : '月亮和涨潮有什么关系？')
    await page
      .locator('[aria-expanded]')
      .filter({ has: page.locator('[aria-live]') })
      .click()
    await shoot('knowledge-passages')
    await composer.press('Enter')
    const answer = await answered(page, 1)
    await shoot('knowledge-cited')
    await answer.locator('cite button, p button').first().click()
    await expect(page.getByRole('complementary', { name: w('knowledge.viewer') })).toBeVisible()
    await shoot('knowledge-viewer')
    rmSync(folder, { recursive: true })
  })
}
