import { expect, type Locator, type Page } from '@playwright/test'

/** What a browser gets when a user drags this out of the window: type, name and address of a file. */
export async function draggedFrom(page: Page, from: Locator): Promise<string> {
  let dragged = ''
  // the name is read as the pointer goes down: a drag that comes before it does nothing, and is tried again
  await expect(async () => {
    const box = await from.boundingBox()
    if (box === null) throw new Error('there is nothing to drag')
    await page.evaluate(`window.addEventListener('dragstart', (event) => {
      document.body.dataset.dragged = event.dataTransfer.getData('DownloadURL')
    }, { once: true })`)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2, { steps: 4 })
    // released elsewhere, it is no click
    await page.mouse.move(2, 2)
    await page.mouse.up()
    dragged = await page.evaluate(`document.body.dataset.dragged ?? ''`)
    expect(dragged).not.toBe('')
  }).toPass()
  return dragged
}
