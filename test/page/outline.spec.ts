import { findings } from '../e2e/axe.ts'
import { expect, parts, test } from './fixtures.ts'

const paragraph = 'A lamp is read by its colour, its rhythm and the height at which it burns. '.repeat(20)
const chapters = ['Lamps', 'Oil', 'Gas', 'Electric light', 'Fog']
const answer = chapters.map((name, index) => `${index === 1 ? '###' : '##'} ${name}\n\n${paragraph}`).join('\n\n')

test('headings of a long answer are in the outline, and lead to their place', async ({ atelier }) => {
  const chats = atelier.app.chats
  chats.seed('Harbours', [
    'What lights a harbour?',
    Array.from({ length: 4 }, () => answer).join('\n\n'),
    'And fog?',
    'A horn.',
  ])
  const page = await atelier.start()
  await parts.row(page, 'Harbours').getByRole('button', { name: 'Harbours' }).first().click()
  await expect(parts.own(page).last()).toBeInViewport()
  await page.keyboard.press('Control+j')
  const list = page.getByRole('dialog', { name: 'Questions of this chat' })
  await expect(list.getByRole('option')).toHaveCount(22)
  await expect(list.getByRole('option', { name: 'Gas' })).toHaveCount(4)
  expect(await findings(page)).toEqual([])

  await page.keyboard.type('gas')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(list).toHaveCount(0)
  // the third of them
  const heading = parts.answers(page).first().getByRole('heading', { name: 'Gas' })
  const top = async () => {
    const region = await page.locator('[data-scroller]').boundingBox()
    const tops = await heading.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    return tops.map((one) => Math.round(one - (region?.y ?? 0)))
  }
  await expect.poll(async () => (await top()).some((one) => one >= 0 && one < 40)).toBe(true)
})
