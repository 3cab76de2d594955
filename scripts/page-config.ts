import { join } from 'node:path'
import electronViteConfig from '../electron.vite.config.ts'

/** The renderer's part of the build configuration, with an absolute root. */
export function pageConfig() {
  if (typeof electronViteConfig === 'function' || electronViteConfig instanceof Promise)
    throw new Error('electron.vite.config.ts exports an object')
  return { ...electronViteConfig.renderer, root: join(import.meta.dirname, '../src/renderer'), base: '/' }
}
