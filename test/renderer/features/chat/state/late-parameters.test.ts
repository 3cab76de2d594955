import { expect, it } from 'vitest'
import { flushParameters, parametersTyped } from '../../../../../src/renderer/features/chat/state/late-parameters.ts'

it('applies the last typed value once when it is flushed', () => {
  const applied: string[] = []
  parametersTyped(() => applied.push('half'))
  parametersTyped(() => applied.push('whole'))
  flushParameters()
  flushParameters()
  expect(applied).toEqual(['whole'])
})
