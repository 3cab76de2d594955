import { Popover, Switch } from '@mantine/core'
import { Columns3, X } from 'lucide-react'
import type { ChatTarget } from '../../../../shared/chat.ts'
import { columnsMax } from '../../../../shared/parameter-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import menu from '../../../components/menu/dropdown.module.css'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { setParameters } from '../actions/answer-actions.ts'
import { useChat } from '../state/chat-store.ts'
import { isSameTarget, toggled, useOthers } from '../state/compared-models.ts'
import { useTarget } from '../state/target.ts'
import { useParameters } from '../state/use-parameters.ts'
import classes from './Columns.module.css'

/** A popover to choose the models that answer side by side; nothing without a connection, and in documents. */
export function ComparePicker() {
  const { t } = useTranslation()
  const opened = useChat((state) => state.compareOpen)
  const { connection } = useTarget()
  const { text } = useParameters()
  const count = useOthers().length + 1
  const isOn = count > 1
  const close = () => useChat.setState({ compareOpen: false })
  const name = isOn ? t('compare.picked', { count }) : t('compare.pick')
  if (connection === null || text !== undefined) return null
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Button
          kind={isOn ? 'chip' : 'icon'}
          className={isOn ? classes.picked : undefined}
          aria-haspopup="dialog"
          aria-label={name}
          title={name}
          onClick={() => useChat.setState({ compareOpen: !opened })}
        >
          <Columns3 size={isOn ? 15 : 18} strokeWidth={1.75} aria-hidden="true" />
          {isOn ? count : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={`${menu.dropdown} ${classes.dropdown}`} aria-label={t('compare.title')}>
        <Models onClose={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

const nobody: readonly ChatTarget[] = []

function Models({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const parameters = useParameters()
  const { connection, model } = useTarget()
  const connections = useApp((state) => state.connections.connections)
  const others = parameters.compare?.others ?? nobody
  const own = { connectionId: connection?.id ?? '', model }
  const nameOf = (id: string) => connections.find((one) => one.id === id)?.name ?? ''
  const change = (next: readonly ChatTarget[], on: boolean) =>
    void setParameters({ ...parameters, compare: { on: on && next.length > 0, others: [...next] } })
  const toggle = (target: ChatTarget) => {
    if (!isSameTarget(target, own)) change(toggled(others, target), true)
  }
  return (
    <>
      <p className={classes.hint}>{t('compare.hint')}</p>
      <ModelList
        connection={connection}
        model={model}
        others={others}
        kind="chat"
        onChoose={(connectionId, name) => toggle({ connectionId, model: name })}
        onClose={onClose}
      />
      {/* below the list, so that a choice does not move it */}
      <ul className={classes.models} aria-label={t('compare.models')}>
        <li>
          <span>
            <Line text={model} />
          </span>
          <small>{t('compare.own')}</small>
        </li>
        {others.map((other) => (
          <li key={JSON.stringify(other)}>
            <span>
              <Line text={other.model} />
            </span>
            <small>
              <Line text={nameOf(other.connectionId)} />
            </small>
            <IconButton
              icon={X}
              iconSize={14}
              size="small"
              words={t('compare.remove', { model: other.model })}
              onClick={() => toggle(other)}
            />
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <Switch
          size="xs"
          className={classes.switch ?? ''}
          label={t('compare.on')}
          checked={parameters.compare?.on ?? false}
          onChange={(event) => change(others, event.currentTarget.checked)}
        />
      )}
      {others.length >= columnsMax - 1 ? <p className={classes.hint}>{t('compare.full')}</p> : null}
    </>
  )
}
