import { Popover } from '@mantine/core'
import { Hash } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { markRect } from './editor-actions.ts'
import { useEditor, useSession } from './editor-store.ts'
import classes from './MaskEditor.module.css'
import type { Mark } from './raster.ts'

/** Fields for a rectangle in numbers, to draw a mask without a pointer. */
export function RectangleNumbers() {
  const { t } = useTranslation()
  const { store } = useSession()
  const opened = useEditor((state) => state.numbersOpen)
  const busy = useEditor((state) => state.busy || state.asking)
  const show = (open: boolean) => store.setState({ numbersOpen: open })
  return (
    <Popover opened={opened} onDismiss={() => show(false)} position="right-start" width={252} trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={Hash}
          words={t('mask.numbers')}
          className={classes.tool}
          title={`${t('mask.numbers')} (N)`}
          aria-keyshortcuts="N"
          disabled={busy}
          onClick={() => show(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.numbers} aria-label={t('mask.numbers')}>
        <Fields />
      </Popover.Dropdown>
    </Popover>
  )
}

const sides = ['left', 'top', 'width', 'height'] as const
type Side = (typeof sides)[number]

function Fields() {
  const { t } = useTranslation()
  const session = useSession()
  const { width, height } = session.picture
  const [values, setValues] = useState<Record<Side, number>>({
    left: Math.round(width / 4),
    top: Math.round(height / 4),
    width: Math.round(width / 2),
    height: Math.round(height / 2),
  })
  const mark = (kind: Mark) => {
    const { left, top } = values
    markRect(session, { left, top, right: left + values.width, bottom: top + values.height }, kind)
  }
  return (
    <Form className={classes.fields} onSend={() => mark(1)}>
      <p className={classes.fieldsTitle}>{t('mask.numbersTitle', { width, height })}</p>
      {sides.map((side) => {
        const position = side === 'left' || side === 'top'
        const room = side === 'left' || side === 'width' ? width : height
        return (
          <BoundedNumber
            key={side}
            size="xs"
            focused={side === 'left'}
            label={t(`mask.side.${side}`)}
            min={position ? 0 : 1}
            max={position ? room - 1 : room}
            start={values[side]}
            onChange={(value) => {
              if (value !== null) setValues((before) => ({ ...before, [side]: value }))
            }}
          />
        )
      })}
      <Button kind="primary" size="small" type="submit">
        {t('mask.add')}
      </Button>
      <Button size="small" onClick={() => mark(0)}>
        {t('mask.subtract')}
      </Button>
    </Form>
  )
}
