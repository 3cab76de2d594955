import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../src/renderer')

test('only the kit, the question of a call and the banner draw a warning bar', () => {
  const own = globSync('**/*.css', { cwd: root }).filter((file) =>
    /border(-inline-start|-left): 3px solid var\(--wait\)/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(own.sort()).toEqual([
    'components/Note.module.css',
    'features/chat/tools/Calls.module.css',
    'shell/Frame.module.css',
  ])
})
