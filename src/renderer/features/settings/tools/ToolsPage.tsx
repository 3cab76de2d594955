import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { ToolInfo } from '../../../../shared/tools.ts'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { byServer, hintWords, toolDescription, toolTitle } from '../../../components/tools/tool-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { keepTools, useTools } from '../../../platform/tools-store.ts'
import settings from '../SettingsPanel.module.css'
import classes from './ToolsPage.module.css'
import { WebSearchSection } from './WebSearchSection.tsx'

/** All tools with their rules. */
export function ToolsPage() {
  const { t } = useTranslation()
  const tools = useTools((state) => state.tools)
  const [error, setError] = useState<AppError | null>(null)
  const choose = async (tool: ToolInfo, rule: ToolInfo['rule']) => {
    // shown at once; a rule that main refuses is reverted
    keepTools(tools.map((other) => (other.id === tool.id ? { ...other, rule, isChanged: false } : other)))
    const answer = await call('tools.setRule', { tool: tool.id, rule })
    keepTools(
      answer.ok ? answer.value : useTools.getState().tools.map((other) => (other.id === tool.id ? tool : other)),
    )
    setError(answer.ok ? null : answer.error)
  }
  return (
    <>
      <WebSearchSection />
      <p className={settings.aside}>{t('tools.pageHint')}</p>
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      {tools.length === 0 ? <p className={settings.aside}>{t('tools.none')}</p> : null}
      {byServer(tools).map(({ server, tools: members }) => (
        <section key={server ?? ''} aria-label={server ?? t('tools.ownGroup')}>
          <h3 className={settings.subheading}>
            <Line text={server ?? t('tools.ownGroup')} />
          </h3>
          {members.map((tool) => (
            <ToolRow key={tool.id} tool={tool} onChoose={(rule) => void choose(tool, rule)} />
          ))}
        </section>
      ))}
    </>
  )
}

const rules = ['ask', 'always', 'never'] as const satisfies readonly ToolInfo['rule'][]

function ToolRow({ tool, onChoose }: { tool: ToolInfo; onChoose: (rule: ToolInfo['rule']) => void }) {
  const { t } = useTranslation()
  const title = toolTitle(t, tool)
  return (
    <div className={settings.row}>
      <div className={settings.words}>
        <div className={classes.name}>
          <Line text={title} />
          {tool.isChanged ? <span className={settings.warn}>{t('tools.changedSince')}</span> : null}
        </div>
        <div className={classes.description}>{toolDescription(t, tool)}</div>
        <div className={settings.effects}>{hintWords(t, tool.hints).join(' · ')}</div>
        {tool.isChanged ? <div className={settings.hint}>{t('tools.changedHint')}</div> : null}
      </div>
      <div className={settings.control}>
        <Choice
          label={t('tools.ruleOf', { tool: title })}
          // a changed tool asks, whatever was chosen before
          value={tool.isChanged ? 'ask' : tool.rule}
          options={rules.map((value) => ({ value, words: t(`tools.rule.${value}`) }))}
          onChoose={onChoose}
        />
      </div>
    </div>
  )
}
