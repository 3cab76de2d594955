import { chooseAdded, openAddMenu } from './add-menu.ts'
import { clipboardOf, exchange, expect, parts, test } from './fixtures.ts'
import { makeImages } from './image-studio.ts'
import { standing } from './steadiness.ts'

test('menus, chips and messages of the app do not move a conversation', async ({ chat: page }) => {
  await clipboardOf(page)
  await exchange(page, 'Repeat exactly: # High water\n\nThe moon pulls the sea.', 1)
  // a longer figure begins further left
  const chat = await standing(page, '[aria-label^="The next request"]')

  await parts.composer(page).press('/')
  await expect(page.getByRole('listbox', { name: 'Prompts' })).toBeVisible()
  expect.soft(await chat(), 'the menu of /').toEqual([])
  await page.keyboard.press('Escape')
  await parts.composer(page).fill('')
  await parts.composer(page).fill('@')
  await expect(page.getByRole('listbox')).toBeVisible()
  expect.soft(await chat(), 'the menu of @').toEqual([])
  await parts.composer(page).fill('')

  await openAddMenu(page)
  await expect(page.getByRole('menu')).toBeVisible()
  expect.soft(await chat(), 'the menu of +').toEqual([])
  await page.keyboard.press('Escape')
  await chooseAdded(page, 'tools.title')
  const popover = await standing(page, '[aria-label^="The next request"]')
  await page.getByRole('switch', { name: /^Calculator/ }).check({ force: true })
  await expect(page.getByRole('button', { name: 'Calculator', exact: true })).toBeVisible()
  expect.soft(await popover(), 'the first tool that is on').toEqual([])
  await page.keyboard.press('Escape')
  expect.soft(await chat(), 'the chip of a tool').toEqual([])

  await parts.conversation(page).hover()
  expect.soft(await chat(), 'the actions of an answer').toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText(/copied/i)).toBeVisible()
  expect.soft(await chat(), 'a toast').toEqual([])
})

test('models to compare are chosen in place, and a job does not move the icon of its panel', async ({
  chat: page,
  atelier,
}) => {
  await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
  await page.getByRole('button', { name: /Compare models side by side/ }).click()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.nth(3)).toBeVisible()
  const names = await options.allInnerTexts()
  const list = await standing(page, 'header')
  await options.nth(3).click()
  await expect(options.nth(3)).toHaveAttribute('aria-selected', 'true')
  expect.soft(await options.allInnerTexts()).toEqual(names)
  expect.soft(await list(), 'a chosen model').toEqual([])
  await page.keyboard.press('Escape')

  const rail = await standing(page)
  await makeImages(atelier, { prompt: 'a quiet harbour' })
  await expect(parts.panels(page).getByRole('button', { name: /^Images/ })).toBeVisible()
  expect(await rail(), 'a sign').toEqual([])
})
