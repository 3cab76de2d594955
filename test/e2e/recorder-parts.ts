import type { Locator, Page } from '@playwright/test'
import { desk } from './transcription-desk.ts'

/** Elements of the recorder by role and name, in English. */
export const recorder = {
  start: (page: Page): Locator => desk.side(page).getByRole('button', { name: 'Record', exact: true }),
  field: (page: Page): Locator => desk.side(page).getByRole('region', { name: 'Recording from the microphone' }),
  meter: (page: Page): Locator => recorder.field(page).getByRole('meter', { name: 'Microphone level' }),
  time: (page: Page): Locator => recorder.field(page).getByRole('timer'),
  button: (page: Page, name: string): Locator => recorder.field(page).getByRole('button', { name, exact: true }),
  /** Unfinished recordings that wait for a decision. */
  left: (page: Page): Locator => desk.side(page).getByRole('region', { name: /^Recording of / }),
} as const
