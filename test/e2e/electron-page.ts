import type { Page } from '@playwright/test'

/** The page of the browser shell in the belief that it runs in Electron, with Electron's menu commands. */
export interface ElectronPage {
  /** Sends a command of the application menu. */
  choose(command: string): void
  /** Inputs of the page's calls of a name, in order. */
  asked(name: string): readonly unknown[]
}

/**
 * Makes the page believe that it runs in Electron, by changing `app.info` in transit.
 * `early` is a menu command chosen before the page has its first answer, as when the menu opens the window.
 */
export async function asElectronPage(
  page: Page,
  platform: 'mac' | 'windows' | 'linux',
  early: string | null = null,
): Promise<ElectronPage> {
  let send: (frame: string) => void = () => undefined
  const calls: { readonly name: string; readonly input: unknown }[] = []
  const commandFrame = (command: string) => JSON.stringify({ event: 'app.command', payload: { command } })
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const main = socket.connectToServer()
    const infos = new Set<unknown>()
    send = (frame) => socket.send(frame)
    socket.onMessage((frame) => {
      const { id, name, input } = JSON.parse(String(frame))
      calls.push({ name, input })
      if (name === 'app.info') {
        infos.add(id)
        if (early !== null) socket.send(commandFrame(early))
      }
      main.send(frame)
    })
    main.onMessage((frame) => {
      const told = JSON.parse(String(frame))
      if (!infos.delete(told.id)) return socket.send(frame)
      const value = { ...told.result.value, shell: 'electron', platform }
      socket.send(JSON.stringify({ ...told, result: { ...told.result, value } }))
    })
  })
  await page.reload()
  return {
    choose: (command) => send(commandFrame(command)),
    asked: (name) => calls.filter((call) => call.name === name).map(({ input }) => input),
  }
}
