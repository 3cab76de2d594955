import { findings } from '../e2e/axe.ts'
import { lookInBothThemes } from '../e2e/looks.ts'
import { expect, test, wordsOf } from './fixtures.ts'

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: an offer to name chats is shown below its chat alone, and one press decides`, async ({
    atelier,
  }) => {
    const w = (key: string) => wordsOf(language, key)
    const { bridge, chats } = atelier.app
    const tides = chats.seed('Tides', ['What moves the sea?', 'The moon does.'])
    chats.seed('Lamps', ['What lights a harbour?', 'Oil.'])
    const page = await atelier.start()
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('textbox', { name: w('composer.message'), exact: true })).toBeVisible()
    const target = { connectionId: 'demo', model: 'small-model' }
    const cost = { currency: 'CNY', nano: 210_000 } as const
    bridge.emit('titles.offered', { conversationId: tides, target, cost, isListed: true })

    const note = page.getByRole('region', { name: w('titles.offer') })
    await page.locator('[data-row]', { hasText: 'Lamps' }).click()
    await expect(page.locator('article').first()).toBeVisible()
    await expect(note).toHaveCount(0)
    await page.locator('[data-row]', { hasText: 'Tides' }).click()
    await expect(note).toContainText('small-model')
    await expect(note).toContainText('¥0.00021')
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'title-offer', language)

    await note.getByRole('button', { name: w('titles.offerAccept') }).press('Enter')
    await expect(note).toHaveCount(0)
    // the offer goes at once, and its call arrives a little later
    await expect
      .poll(() => bridge.made.filter(({ name }) => name === 'titles.choose'))
      .toEqual([{ name: 'titles.choose', input: { choice: { by: 'chosen', target }, conversationId: tides } }])
  })
