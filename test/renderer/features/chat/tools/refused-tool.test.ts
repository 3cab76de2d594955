import { expect, test } from 'vitest'
import { refusedTool } from '../../../../../src/renderer/features/chat/tools/refused-tool.ts'

const offered = [
  { server: null, name: 'calculator' },
  { server: 'weather', name: 'get.forecast' },
  { server: 'files', name: 'read' },
  { server: 'files', name: 'read_all' },
  { server: 'long', name: 'x'.repeat(80) },
]
const named = (gatewayMessage: string | null, status: number | null = 400) =>
  refusedTool({ gatewayMessage, status }, offered)?.name ?? null

test.each([
  ["Invalid schema for function 'weather_get_forecast': array schema missing items.", 'get.forecast'],
  ["Invalid schema for function 'weather_get_forecast_0a1b2c3d': no.", 'get.forecast'],
  ['tool `files_read_all`: schema is not valid', 'read_all'],
  ['函数 files_read 的参数无效', 'read'],
  ['The calculator is bad, says files_read_all', 'read_all'],
  [`Function long_${'x'.repeat(50)}_01234567 is refused`, 'x'.repeat(80)],
  ["Invalid 'tools[2].function.parameters'", 'read'],
  ['tools.0.custom.input_schema: is required', 'calculator'],
])('a refusal names its tool: %s', (message, name) => {
  expect(named(message)).toBe(name)
})

test.each([
  ['This model does not support tools.', 400],
  ['tools[99] is bad', 400],
  ['files_read', 500],
  ['files_read', null],
  ['my_files_read is gone', 400],
  ['', 400],
  [null, 400],
])('a refusal that names no tool: %s (%s)', (message, status) => {
  expect(named(message, status)).toBeNull()
})
