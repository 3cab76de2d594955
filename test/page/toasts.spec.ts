import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appError } from '../../src/shared/errors.ts'
import { standing } from '../e2e/steadiness.ts'
import { expect, parts, test } from './fixtures.ts'

/** Names of controls and rows that a toast covers. */
async function covered(page: Page): Promise<readonly string[]> {
  return await page.getByRole('region', { name: 'Notifications' }).evaluate((region) => {
    const found = new Set<Element>()
    for (const toast of region.querySelectorAll('li')) {
      const { left, top, width, height } = toast.getBoundingClientRect()
      for (let across = 0; across <= width; across += 4)
        for (let down = 0; down <= height; down += 4)
          for (const under of document.elementsFromPoint(left + across, top + down)) {
            const control = under.closest('button, a, input, textarea, select, [role=listitem], [role=option]')
            if (control !== null && !region.contains(control)) found.add(control)
          }
    }
    return [...found].map((control) => control.getAttribute('aria-label') ?? control.textContent.slice(0, 60))
  })
}

test('in a narrow window, a toast covers no row and no control of a list, and moves none', async ({
  atelier,
  chat: page,
}) => {
  const { bridge } = atelier.app
  const request = { connectionId: 'environment', model: 'demo-video', duration: 5 as const }
  await atelier.call('videos.submit', {
    jobs: ['Ink in water', 'Snow over a lake'].map((prompt) => ({
      jobId: randomUUID(),
      request: { ...request, prompt },
    })),
  })
  await page.setViewportSize({ width: 640, height: 400 })
  const panels = parts.panels(page)
  await panels.getByRole('button', { name: 'Videos' }).click()
  await expect(page.getByRole('list', { name: 'Videos' }).getByRole('listitem')).toHaveCount(2)
  const list = await standing(page)
  bridge.emit('chat.untitled', { error: appError('offline') })
  const toast = page.getByText(/^The model gave no title/)
  await expect(toast).toBeVisible()
  expect.soft(await list(), 'rows').toEqual([])
  for (const panel of ['Videos', 'Settings', 'Library'] as const) {
    await panels.getByRole('button', { name: panel }).press('Enter')
    await expect(toast).toBeVisible()
    expect.soft(await covered(page), panel).toEqual([])
  }
})
