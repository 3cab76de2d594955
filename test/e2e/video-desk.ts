import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { VideoFilter, VideoJob, VideoRequest } from '../../src/shared/video.ts'
import { type Caller, parts } from './page-parts.ts'

/** Elements of the Videos panel by role and name, in English. */
export const desk = {
  form: (page: Page): Locator => page.getByRole('complementary', { name: 'New videos' }),
  prompt: (page: Page): Locator => desk.form(page).getByRole('textbox', { name: /^Prompt/ }),
  submit: (page: Page): Locator => desk.form(page).getByRole('button', { name: /^Submit/ }),
  list: (page: Page): Locator => page.getByRole('list', { name: 'Videos', exact: true }),
  cards: (page: Page): Locator => desk.list(page).getByRole('listitem'),
  card: (page: Page, prompt: string | RegExp): Locator => desk.cards(page).filter({ hasText: prompt }),
  view: (page: Page): Locator => page.getByRole('region', { name: 'Video', exact: true }),
  video: (page: Page): Locator => desk.view(page).locator('video'),
  dialog: (page: Page): Locator => page.getByRole('dialog'),
} as const

export const everyVideo: VideoFilter = { group: 'all', query: '', models: [], favourite: false }

/** Shows the panel. */
export async function openVideos(page: Page): Promise<void> {
  await parts
    .panels(page)
    .getByRole('button', { name: /^Videos/ })
    .click()
  await expect(desk.submit(page)).toBeVisible()
}

/** Types and submits a prompt. */
export async function submitPrompt(page: Page, prompt: string): Promise<void> {
  await expect(desk.form(page).getByRole('button', { name: /demo-video/ })).toBeVisible()
  await desk.prompt(page).fill(prompt)
  await desk.submit(page).click()
}

/** The jobs in main, in list order. */
export async function jobsOf(atelier: Caller): Promise<readonly VideoJob[]> {
  return (await atelier.call('videos.list', { filter: everyVideo, offset: 0, limit: 100 })).jobs
}

/** Submits videos without the form; does not wait for them. */
export async function submitVideos(
  atelier: Caller,
  ...requests: readonly (Partial<VideoRequest> & { readonly prompt: string })[]
): Promise<void> {
  await atelier.call('videos.submit', {
    jobs: requests.map((request) => ({
      jobId: randomUUID(),
      request: { connectionId: 'environment', model: 'demo-video', duration: 5, ...request },
    })),
  })
}

export interface Playing {
  readonly time: number
  readonly duration: number
  readonly width: number
  readonly height: number
  readonly paused: boolean
  readonly failed: boolean
}

/** State of the player's element. */
export async function playing(page: Page): Promise<Playing> {
  return await desk.video(page).evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('this is no video')
    return {
      time: element.currentTime,
      duration: element.duration,
      width: element.videoWidth,
      height: element.videoHeight,
      paused: element.paused,
      failed: element.error !== null,
    }
  })
}
