import { afterEach } from 'vitest'
import { TransferApp } from './transfer.ts'

/** Returns `TransferApp.start` for one test file: each app that it starts is closed and removed after its test. */
export function transferApps(): typeof TransferApp.start {
  const apps: TransferApp[] = []
  afterEach(async () => {
    for (const app of apps.splice(0)) {
      await app.close()
      app.remove()
    }
  })
  return async (...parts) => {
    const app = await TransferApp.start(...parts)
    apps.push(app)
    return app
  }
}
