import { writtenMax } from '../../../../shared/saving-limits.ts'
import { appState } from '../../../platform/app-store.ts'
import { call, on } from '../../../platform/bridge/client.ts'

/** Converts Markdown to HTML whenever main saves a chat. */
export function startWriting(): void {
  on('transfer.render', ({ id, prefix, text }) => {
    void written(text, prefix).then((html) => call('transfer.rendered', { id, html }))
  })
}

/** Resolves to the HTML; null if the text cannot be converted, and main then uses its source. */
async function written(text: string, prefix: string): Promise<string | null> {
  try {
    const { writtenHtml } = await import('../../../components/markdown/written-html.ts')
    const html = await writtenHtml(text, prefix, appState().settings.answerLines)
    return html.length > writtenMax ? null : html
  } catch {
    return null
  }
}
