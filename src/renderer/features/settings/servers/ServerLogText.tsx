import { useEffect, useState } from 'react'
import type { McpServer } from '../../../../shared/mcp.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import classes from './ServersPage.module.css'

/** The end of a server's log, reloaded whenever its state changes. */
export function ServerLogText({ server }: { server: McpServer }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  useEffect(
    () =>
      whenAnswered(call('mcp.log', { id: server.id }), (answer) => {
        if (answer.ok) setText(answer.value)
      }),
    [server],
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be scrollable by keyboard
    <section className={classes.logText} tabIndex={0} aria-label={t('servers.log')}>
      {text === '' ? t('servers.logEmpty') : text}
    </section>
  )
}
