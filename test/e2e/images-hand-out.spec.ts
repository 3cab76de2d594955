import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { unzipSync } from 'fflate'
import { draggedFrom } from './drag-out.ts'
import { browserShellOnly, clipboardOf, expect, test } from './fixtures.ts'
import {
  gallery,
  makeImages,
  mediaBytes,
  mediaPixels,
  newestImage,
  pixelsOf,
  showImages,
  studio,
} from './image-studio.ts'

async function bytesOf(download: Download): Promise<Buffer> {
  return await readFile(await download.path())
}

test('an image is saved under the words of its prompt, byte for byte', async ({ chat: page, atelier, shellKind }) => {
  browserShellOnly(shellKind, 'Electron asks where to save in a window of the system')
  await makeImages(atelier, { prompt: 'a lighthouse at dusk' }, { prompt: '../etc/passwd: 茶\u202E' })
  await showImages(page)
  const save = async (prompt: RegExp) => {
    await studio
      .tiles(page)
      .filter({ has: page.getByRole('img', { name: prompt }) })
      .click()
    const arrives = page.waitForEvent('download')
    await studio.detail(page).getByRole('button', { name: 'Save as…' }).click()
    return await arrives
  }
  const odd = await save(/passwd/)
  expect(odd.suggestedFilename()).toMatch(/passwd.*茶\.png$/)
  expect(odd.suggestedFilename()).not.toMatch(/[/\\:\u202E]|^\./)
  await page.keyboard.press('Escape')
  const plain = await save(/lighthouse/)
  expect(plain.suggestedFilename()).toBe('a lighthouse at dusk.png')
  const media = (await gallery(atelier)).find(({ promptStart }) => promptStart === 'a lighthouse at dusk')?.media
  expect((await bytesOf(plain)).equals(mediaBytes(atelier, media?.id ?? ''))).toBe(true)
})

test('many images are saved as one ZIP with all their bytes', async ({ chat: page, atelier, shellKind }) => {
  browserShellOnly(shellKind, 'Electron asks where to save in a window of the system')
  await makeImages(atelier, { prompt: 'one fish' }, { prompt: 'two boats', n: 2 }, { prompt: '雨中的红灯笼' })
  await showImages(page)
  await studio.tile(page, '雨中的红灯笼').click({ modifiers: ['Control'] })
  await studio
    .tiles(page)
    .nth(2)
    .click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('3 selected')
  const arrives = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Save as ZIP…' }).click()
  const download = await arrives
  expect(download.suggestedFilename()).toMatch(/^atelier-\d{4}-\d\d-\d\d\.zip$/)
  const files = Object.entries(unzipSync(await bytesOf(download)))
  expect(files.map(([name]) => name).sort()).toEqual(['two boats (2).png', 'two boats.png', '雨中的红灯笼.png'])
  const wanted = (await gallery(atelier)).slice(0, 3).map(({ media }) => mediaBytes(atelier, media.id).toString('hex'))
  expect(files.map(([, bytes]) => Buffer.from(bytes).toString('hex')).sort()).toEqual(wanted.sort())
})

test('a picture is dragged out of the gallery and out of its view, each time as a file with its name', async ({
  chat: page,
  atelier,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'Electron hands the file to the system')
  await makeImages(atelier, { prompt: 'a lighthouse at dusk' })
  await showImages(page)
  const id = (await gallery(atelier))[0]?.media.id
  const named = expect.stringMatching(new RegExp(`^image/png:a lighthouse at dusk\\.png:http://[^/]+/.*${id}$`))
  expect(await draggedFrom(page, studio.tiles(page).first())).toEqual(named)
  await studio.tiles(page).first().click()
  const shown = studio.detail(page).getByRole('img', { name: 'a lighthouse at dusk' })
  expect(await draggedFrom(page, shown)).toEqual(named)
})

test('a copy puts the picture itself on the clipboard', async ({ chat: page, atelier }) => {
  await clipboardOf(page)
  await makeImages(atelier, { prompt: 'one fish' })
  await showImages(page)
  await studio.tile(page, 'one fish').click()
  await studio.detail(page).getByRole('button', { name: 'Copy picture' }).click()
  await expect(page.getByText('Picture copied')).toBeVisible()
  const copied = await page.evaluate<string>(`(async () => {
    const [item] = await navigator.clipboard.read()
    const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer())
    return bytes.toBase64?.() ?? btoa(String.fromCharCode(...bytes))
  })()`)
  const there = await pixelsOf(Buffer.from(copied, 'base64'))
  const here = await mediaPixels(atelier, (await newestImage(atelier)).summary.media.id)
  expect([there.width, there.height]).toEqual([64, 48])
  const differing = Array.from({ length: 64 * 48 }, (_, index) => index).filter(
    (index) => String(there.at(index)) !== String(here.at(index)),
  )
  expect(differing).toEqual([])
})

test('the original and the result are compared with the keyboard', async ({ chat: page, atelier }) => {
  await makeImages(atelier, { prompt: 'one fish' })
  const { summary } = await newestImage(atelier)
  await makeImages(atelier, {
    prompt: 'one bird',
    size: null,
    edit: { sourceId: summary.media.id, sourceImageId: summary.id, maskId: null, keepOutside: false },
  })
  await showImages(page)
  await studio.tile(page, 'one fish').click()
  await expect(studio.recipe(page)).toContainText('one fish')
  await expect(studio.detail(page).getByRole('button', { name: 'Compare' })).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await studio.detail(page).getByRole('button', { name: 'Compare' }).click()
  const slider = studio.detail(page).getByRole('slider', { name: 'Before and after' })
  await expect(slider).toHaveAttribute('aria-valuetext', '50 % of the picture before')
  for (const side of ['Before', 'After']) {
    await expect(studio.detail(page).getByRole('img', { name: side, exact: true })).toHaveJSProperty('naturalWidth', 64)
  }
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '51 % of the picture before')
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', '100 % of the picture before')
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', '0 % of the picture before')
  // Home and End belong to the slider, so the image is unchanged
  await expect(studio.recipe(page)).toContainText('one bird')
  await page.keyboard.press('Escape')
  await expect(studio.gallery(page)).toBeVisible()
})
