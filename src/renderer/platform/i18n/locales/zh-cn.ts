import type { Words } from './en.ts'
import base from './zh-CN.json' with { type: 'json' }
import * as panels from './zh-cn-panels.ts'

/** Every word of the page in Chinese. A key that English has and this one lacks does not compile. */
export const zhCN: Words = { ...base, ...panels }
