import type { Clock } from '../../../platform.ts'
import type { Tool } from '../tool.ts'

/** Returns a tool that gives the user's local date and time. */
export function currentDate(clock: Clock): Tool {
  return {
    id: 'builtin:current_date',
    server: null,
    name: 'current_date',
    title: 'Date and time',
    description: 'Gives the current date, time, weekday and time zone of the person.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    hints: { readOnly: true, destructive: false, openWorld: false, costs: false },
    defaultRule: 'always',
    async run() {
      const now = new Date(clock.now())
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const local = new Intl.DateTimeFormat('en-CA', {
        dateStyle: 'full',
        timeStyle: 'medium',
        timeZone,
        hourCycle: 'h23',
      }).format(now)
      return { text: `${local}, ${timeZone} (UTC: ${now.toISOString()})`, isError: false, isUntrusted: false }
    },
  }
}
