import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { DemoGateway, RecordedRequest } from '../../src/demo-gateway/server.ts'
import type { ImageDetail, ImageFilter, ImageJob, ImageRequest, ImageSummary } from '../../src/shared/image.ts'
import { pictureOf, rgbaOf } from '../fakes/drawn-pictures.ts'
import type { Atelier } from './fixtures.ts'
import { type Caller, parts } from './page-parts.ts'

/** Elements of the studio by role and name, in English. */
export const studio = {
  form: (page: Page): Locator => page.getByRole('complementary', { name: 'New images' }),
  prompt: (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt', exact: true }),
  model: (page: Page): Locator => studio.form(page).getByRole('button', { name: /^Model: / }),
  size: (page: Page): Locator => studio.form(page).getByRole('textbox', { name: 'Size', exact: true }),
  count: (page: Page, count: number): Locator =>
    studio
      .form(page)
      .getByRole('radiogroup', { name: 'Images' })
      .getByRole('radio', { name: `${count}`, exact: true }),
  generate: (page: Page): Locator => studio.form(page).getByRole('button', { name: /^Generate/ }),
  notes: (page: Page): Locator => page.getByRole('list', { name: 'Requests that need you' }),
  note: (page: Page, text: string | RegExp): Locator =>
    studio.notes(page).getByRole('listitem').filter({ hasText: text }),
  /** Thumbnail of the picture to edit. */
  source: (page: Page): Locator => studio.form(page).getByRole('img', { name: 'The picture to edit' }),
  mask: (page: Page): Locator => studio.form(page).getByRole('img', { name: 'Its mask' }),

  gallery: (page: Page): Locator => page.getByRole('list', { name: 'Gallery' }),
  /** Finished images, without placeholders. */
  tiles: (page: Page): Locator => studio.gallery(page).locator('[data-image]'),
  tile: (page: Page, prompt: string): Locator =>
    studio.tiles(page).filter({ has: page.getByRole('img', { name: prompt, exact: true }) }),
  /** Tiles whose picture was loaded, decoded and drawn. */
  drawn: (page: Page): Locator => studio.tiles(page).locator('canvas[data-drawn]'),
  cancelButtons: (page: Page): Locator => studio.gallery(page).getByRole('button', { name: /^Cancel / }),

  detail: (page: Page): Locator => page.getByRole('region', { name: 'Image', exact: true }),
  /** Picture of the detail view. */
  picture: (page: Page): Locator => studio.detail(page).locator('[title] > img, [data-beyond] > img').first(),
  recipe: (page: Page): Locator => page.getByRole('complementary', { name: 'How it was made' }),
  fact: (page: Page, name: string): Locator =>
    studio
      .recipe(page)
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd'),
  lineage: (page: Page): Locator => studio.detail(page).getByRole('list', { name: 'From', exact: true }),

  editor: (page: Page): Locator => page.getByRole('region', { name: 'Mask', exact: true }),
  canvas: (page: Page): Locator => studio.editor(page).getByLabel('Picture with its mask'),
  done: (page: Page): Locator => studio.editor(page).getByRole('button', { name: 'Done', exact: true }),
} as const

/** Shows the studio. */
export async function showImages(page: Page): Promise<void> {
  await parts
    .panels(page)
    .getByRole('button', { name: /^Images/ })
    .click()
  await expect(studio.prompt(page)).toBeVisible()
}

/** Chooses the form's model; one with faults in its name must be typed. */
export async function pickImageModel(page: Page, model: string): Promise<void> {
  await studio.model(page).click()
  await page.getByRole('combobox', { name: 'Search models or type a name' }).fill(model)
  const known = model.includes('+') ? `Use “${model}” (not in the list)` : model
  await page.getByRole('option', { name: known, exact: true }).click()
  await expect(page.getByRole('button', { name: `Model: ${model}`, exact: true })).toBeVisible()
}

interface Wish {
  readonly prompt?: string
  readonly model?: string
  /** Null leaves the field alone, for models without one. */
  readonly size?: string | null
  readonly n?: 1 | 2 | 4
}

/** Fills in the form. */
export async function fillForm(page: Page, wish: Wish): Promise<void> {
  if (wish.model !== undefined) await pickImageModel(page, wish.model)
  if (wish.size !== undefined && wish.size !== null) await studio.size(page).fill(wish.size)
  if (wish.n !== undefined) await studio.count(page, wish.n).check()
  if (wish.prompt !== undefined) await studio.prompt(page).fill(wish.prompt)
}

/** Shows the studio with a form for a fast answer: one small picture. */
export async function readyToGenerate(page: Page, wish: Wish = {}): Promise<void> {
  await showImages(page)
  await fillForm(page, { model: 'demo-image-free', size: '64x48', prompt: 'a quiet harbour', ...wish })
}

/** Presses Generate and waits until the request is accepted; before that a second press would count as accidental. */
export async function generate(atelier: Caller, page: Page): Promise<void> {
  await studio.generate(page).click()
  // sent after it on the same connection, so answered after it
  await atelier.call('app.info', {})
}

/** Image requests received by a gateway, oldest first. */
export function imageRequests(gateway: DemoGateway): readonly RecordedRequest[] {
  return gateway.requests().filter(({ path }) => path.startsWith('/v1/images/'))
}

/** Requests for result files. */
export function linkRequests(gateway: DemoGateway): readonly RecordedRequest[] {
  return gateway.requests().filter(({ path }) => path.startsWith('/files/'))
}

export const noFilter: ImageFilter = {
  query: '',
  models: [],
  sizes: [],
  from: null,
  to: null,
  favourite: false,
  collectionId: null,
}

/** The gallery in main, newest first. */
export async function gallery(atelier: Caller): Promise<readonly ImageSummary[]> {
  return (await atelier.call('images.list', { filter: noFilter, offset: 0, limit: 100 })).images
}

/** The detail of the newest image. */
export async function newestImage(atelier: Caller): Promise<ImageDetail> {
  const [newest] = await gallery(atelier)
  if (newest === undefined) throw new Error('the gallery is empty')
  return await atelier.call('images.get', { imageId: newest.id })
}

/** The only unfinished or undismissed job in main. */
export async function onlyJob(atelier: Caller): Promise<ImageJob | undefined> {
  return (await atelier.call('images.jobs', { offset: 0, limit: 50 })).jobs[0]
}

type PartOfRequest = Partial<ImageRequest> & { readonly prompt: string }

/** Submits small images without the form; does not wait for them. */
export async function submitImage(atelier: Caller, request: PartOfRequest): Promise<void> {
  await atelier.call('images.submit', {
    jobId: randomUUID(),
    request: {
      connectionId: 'environment',
      model: 'demo-image-free',
      n: 1,
      size: '64x48',
      quality: null,
      responseFormat: null,
      edit: null,
      ...request,
    },
  })
}

/** Makes images without the form, one after another, so that their order is known; the last is the newest. */
export async function makeImages(atelier: Caller, ...requests: readonly PartOfRequest[]): Promise<void> {
  let expected = (await gallery(atelier)).length
  for (const request of requests) {
    await submitImage(atelier, request)
    expected += request.n ?? 1
    await expect.poll(async () => (await gallery(atelier)).length).toBe(expected)
  }
}

/** Bytes of a library file, read from the data folder. */
export function mediaBytes(atelier: Atelier, id: string): Buffer {
  return readFileSync(join(atelier.data, 'media', id.slice(0, 2), id))
}

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue and alpha of a pixel, counted row by row. */
  at(index: number): readonly [number, number, number, number]
}

/** Decodes a library file to pixels. */
export async function mediaPixels(atelier: Atelier, id: string): Promise<Pixels> {
  return await pixelsOf(mediaBytes(atelier, id))
}

export async function pixelsOf(file: Buffer): Promise<Pixels> {
  const { data, width, height } = await rgbaOf(file)
  return {
    width,
    height,
    at: (index) => [
      data[index * 4] ?? -1,
      data[index * 4 + 1] ?? -1,
      data[index * 4 + 2] ?? -1,
      data[index * 4 + 3] ?? -1,
    ],
  }
}

/** A picture that compresses badly. */
export async function noise(width: number, height: number): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3)
  let state = 7
  for (let at = 0; at < raw.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    raw[at] = state >>> 16
  }
  return await pictureOf(raw, { width, height, channels: 3 }, 'png')
}

/** A plain picture of one colour. */
export async function plain(width: number, height: number, format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3, Buffer.from([40, 90, 160]))
  return await pictureOf(raw, { width, height, channels: 3 }, format)
}

interface DroppedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Drops a file on the studio, as from the desktop. */
export async function dropFile(page: Page, file: DroppedFile): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const made = new DataTransfer()
      made.items.add(new File([bytes], name, { type: mimeType }))
      return made
    },
    { name: file.name, mimeType: file.mimeType, base64: file.buffer.toString('base64') },
  )
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.locator('main').dispatchEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true })
  }
  await transfer.dispose()
}

/** Chooses a file as the source. */
export async function chooseSource(page: Page, file: DroppedFile): Promise<void> {
  await studio.form(page).locator('input[type=file]').first().setInputFiles(file)
  await expect(studio.source(page)).toBeVisible()
}

/** Draws a stroke in the mask editor with the mouse; points are in px from the picture's middle. */
export async function stroke(page: Page, ...points: readonly (readonly [number, number])[]): Promise<void> {
  const box = await studio.canvas(page).boundingBox()
  if (box === null) throw new Error('the mask editor is not open')
  const place = ([x, y]: readonly [number, number]): [number, number] => [
    box.x + box.width / 2 + x,
    box.y + box.height / 2 + y,
  ]
  const [first, ...others] = points
  if (first === undefined) return
  await page.mouse.move(...place(first))
  await page.mouse.down()
  for (const point of others) await page.mouse.move(...place(point), { steps: 12 })
  await page.mouse.up()
}

/** Marked share in percent, as shown by the mask editor. */
export async function marked(page: Page): Promise<number> {
  const text = await studio
    .editor(page)
    .getByText(/% marked$/)
    .textContent()
  return Number.parseFloat(text ?? '')
}
