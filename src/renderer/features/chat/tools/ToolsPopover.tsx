import { Switch } from '@mantine/core'
import type { ChatTools } from '../../../../shared/tools.ts'
import { Button } from '../../../components/Button.tsx'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import layout from '../../../components/layout.module.css'
import { ChoicePopover } from '../../../components/menu/ChoicePopover.tsx'
import { byServer, toolDescription, toolTitle } from '../../../components/tools/tool-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showSettings } from '../../../platform/navigation.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { useChat } from '../state/chat-store.ts'
import { withTools } from '../state/chat-tools.ts'
import classes from './ToolsPopover.module.css'
import { useChosenTools } from './use-chosen-tools.ts'

/** A popover to choose which tools the model may call in this chat. */
export function ToolsPopover() {
  const { t } = useTranslation()
  const opened = useChat((state) => state.toolsOpen)
  const owner = useChat((state) => state.chat.open?.conversation.id ?? state.newId)
  const { choice, choose } = useChosenTools()
  return (
    <ChoicePopover
      title={t('tools.title')}
      hint={t('tools.popoverHint')}
      opened={opened}
      onClose={() => useChat.setState({ toolsOpen: false })}
    >
      <ToolSwitches key={owner} choice={choice} onChange={choose} />
    </ChoicePopover>
  )
}

interface ToolSwitchesProps {
  readonly choice: ChatTools
  readonly onChange: (choice: ChatTools) => void
}

function ToolSwitches({ choice, onChange }: ToolSwitchesProps) {
  const { t } = useTranslation()
  const tools = useTools((state) => state.tools)
  const enabled = new Set(choice.enabled)
  return (
    <>
      {byServer(tools).map(({ server, tools: members }) => (
        <fieldset key={server ?? ''} className={classes.group}>
          <legend>
            <Line text={server ?? t('tools.ownGroup')} />
          </legend>
          {members.length < 2 ? null : (
            <Switch
              size="xs"
              label={t('tools.all')}
              checked={members.every(({ id }) => enabled.has(id))}
              onChange={(event) =>
                onChange(
                  withTools(
                    choice,
                    members.map(({ id }) => id),
                    event.currentTarget.checked,
                  ),
                )
              }
            />
          )}
          {members.map((tool) => (
            <Switch
              key={tool.id}
              size="xs"
              label={
                <>
                  <Line text={toolTitle(t, tool)} />
                  {tool.rule === 'never' ? <span className={classes.never}> · {t('tools.neverRuns')}</span> : null}
                </>
              }
              description={<Line text={toolDescription(t, tool)} />}
              classNames={{ description: classes.description ?? '' }}
              checked={enabled.has(tool.id)}
              onChange={(event) => onChange(withTools(choice, [tool.id], event.currentTarget.checked))}
            />
          ))}
        </fieldset>
      ))}
      <BoundedNumber
        label={t('tools.rounds')}
        description={t('tools.roundsHint')}
        min={1}
        max={100}
        hideControls
        start={choice.roundsMax}
        onChange={(value) => {
          if (value !== null) onChange({ ...choice, roundsMax: value })
        }}
      />
      <div className={layout.wrapped}>
        <Button size="small" onClick={() => onChange({ ...choice, enabled: [] })}>
          {t('tools.allOff')}
        </Button>
        <Button
          size="small"
          onClick={() => {
            useChat.setState({ toolsOpen: false })
            showSettings('tools')
          }}
        >
          {t('tools.openSettings')}
        </Button>
      </div>
    </>
  )
}
