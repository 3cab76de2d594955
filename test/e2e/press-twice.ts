import type { ElementHandle, Locator, Page } from '@playwright/test'
import { composedGraceMs } from '../../src/renderer/components/forms/composer-keys.ts'
import { pressRestMs } from '../../src/renderer/components/forms/press-guard.ts'
import { expect } from './fixtures.ts'

/** Delays between two accidental presses, in ms. */
export const delays = [20, 80, 150, 300, 500]

/** Items to press: one for each delay, and as many for presses that came too late to be the second of two. */
export const stock = 2 * delays.length

/** Latest time after the first press at which a second one surely is the same press, in ms. */
const surelyTwice = pressRestMs - 50

/** Kinds of double presses. Each runs in the page, so that a busy machine hardly stretches the delay. */
export type Hand = 'mouse' | 'enter' | 'mod-enter'

/**
 * Presses a control twice; the second press hits whatever is then under the pointer or focused. False where a busy machine
 * came so late that it would have been a press of its own: then there is none. Waits until the control is enabled, and the
 * mouse until nothing covers it, such as a list that is closing. The control gets the focus in the same task as the first
 * press: a dialog that opens moves the focus to its own first field.
 */
export async function pressTwice(control: Locator, delay: number, hand: Hand): Promise<boolean> {
  await expect(control).toBeEnabled()
  if (hand === 'mouse') await uncovered(control)
  return await control.evaluate(
    async (element, [wait, how, latest]) => {
      if (element instanceof HTMLElement) element.focus()
      const box = element.getBoundingClientRect()
      const press = () => {
        if (how === 'mouse') {
          const under = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
          under?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...at }))
          return
        }
        const at = document.activeElement
        const init = { key: 'Enter', code: 'Enter', ctrlKey: how === 'mod-enter', bubbles: true, cancelable: true }
        const goesOn = at?.dispatchEvent(new KeyboardEvent('keydown', init)) ?? false
        if (goesOn && how === 'enter' && at instanceof HTMLButtonElement) at.click()
      }
      const begun = performance.now()
      press()
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (performance.now() - begun > latest) return false
      press()
      return true
    },
    [delay, hand, surelyTwice] as const,
  )
}

/** Waits until the pointer would hit a control. */
async function uncovered(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  await expect
    .poll(async () => {
      return await control.evaluate((element) => {
        const box = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
      })
    })
    .toBe(true)
}

/**
 * Presses a field's key and a button, one after the other: two ways to submit the same. Both run in the page, as in
 * `pressTwice`.
 */
export async function pressBothWays(
  field: Locator,
  hand: Exclude<Hand, 'mouse'>,
  button: Locator,
  first: 'key' | 'button',
  delay: number,
): Promise<boolean> {
  await expect(button).toBeEnabled()
  await uncovered(button)
  const beside: ElementHandle | null = await button.elementHandle()
  return await field.evaluate(
    async (element, [other, how, start, wait, latest]) => {
      if (!(other instanceof HTMLElement && element instanceof HTMLElement)) throw new Error('there is no button')
      element.focus()
      const box = other.getBoundingClientRect()
      const key = () => {
        const init = { key: 'Enter', code: 'Enter', ctrlKey: how === 'mod-enter', bubbles: true, cancelable: true }
        element.dispatchEvent(new KeyboardEvent('keydown', init))
      }
      const click = () => {
        const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
        const under = document.elementFromPoint(at.clientX, at.clientY)
        under?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...at }))
      }
      const presses = start === 'key' ? [key, click] : [click, key]
      const begun = performance.now()
      presses[0]?.()
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (performance.now() - begun > latest) return false
      presses[1]?.()
      return true
    },
    [beside, hand, first, delay, surelyTwice] as const,
  )
}

/**
 * Runs a command in the palette twice; the second Enter comes after `delay`, or as soon as the palette allows.
 * Returns the time between both, in ms.
 */
export async function commandTwice(page: Page, words: string, delay: number): Promise<number> {
  return await page.evaluate(
    async ([name, wait]) => {
      const frame = async () => await new Promise((resolve) => requestAnimationFrame(resolve))
      const press = (init: KeyboardEventInit) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
        )
      const until = async (what: string, done: () => boolean) => {
        for (let frames = 0; !done(); frames += 1) {
          if (frames > 300) throw new Error(`the palette does not get so far: ${what}`)
          await frame()
        }
      }
      const field = () => {
        const at = document.activeElement
        return at instanceof HTMLInputElement && at.closest('[role="dialog"]') !== null ? at : null
      }
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const invoke = async (from: number) => {
        press({ key: 'k', code: 'KeyK', ctrlKey: true })
        await until('its field', () => field() !== null)
        write?.call(field(), name)
        field()?.dispatchEvent(new Event('input', { bubbles: true }))
        const active = () => document.querySelector('[role="dialog"] [role="option"][aria-selected="true"]')
        await until('the command', () => active()?.textContent?.includes(name) === true)
        while (performance.now() < from) await new Promise((resolve) => setTimeout(resolve, from - performance.now()))
        press({ key: 'Enter', code: 'Enter' })
        return performance.now()
      }
      const first = await invoke(0)
      return (await invoke(first + wait)) - first
    },
    [words, delay] as const,
  )
}

/** Waits out the press guard, so that a later press counts. The rule itself is about time. */
export async function rest(page: Page): Promise<void> {
  await page.waitForTimeout(pressRestMs + 50)
}

/** Waits until Enter is no longer taken for the end of a composition. The rule itself is about time. */
export async function restAfterComposition(page: Page): Promise<void> {
  await page.waitForTimeout(composedGraceMs + 50)
}

/** Rounds in which a busy machine may come too late for the second press. */
const roundsMax = 10

/**
 * Presses twice with every delay; each time exactly one more request must reach the gateway. `press` says whether there
 * was a second press.
 */
export async function expectOneEach(
  count: () => number,
  press: (delay: number) => Promise<boolean>,
  settle: () => Promise<void>,
): Promise<void> {
  for (const delay of delays) {
    let isTwice = false
    for (let round = 0; round < roundsMax && !isTwice; round += 1) {
      const before = count()
      isTwice = await press(delay)
      await expect.poll(count, `the first press of two ${delay} ms apart`).toBeGreaterThan(before)
      await settle()
      expect(count() - before, `requests after two presses ${delay} ms apart`).toBe(1)
    }
    expect(isTwice, `a second press after ${delay} ms`).toBe(true)
  }
}
