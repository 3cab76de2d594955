import type { TFunction } from 'i18next'
import { Check, ChevronRight } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import type { Model, ModelKind } from '../../../shared/model.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Line } from '../words/Line.tsx'
import classes from './ModelList.module.css'

/** Sections above and below the families. */
export type ModelSection = 'favourites' | 'recent' | 'near'

export type PickOption =
  /** `family` is null for models of other kinds, which form one group at the end. */
  | { readonly kind: 'model'; readonly model: Model; readonly family: string | null; readonly section?: ModelSection }
  /** The typed model on another connection that has it. */
  | { readonly kind: 'elsewhere'; readonly id: string; readonly connectionId: string; readonly connection: string }
  | { readonly kind: 'unfold'; readonly count: number }
  | { readonly kind: 'typed'; readonly id: string }

interface ModelOptionsProps {
  readonly id: string
  readonly options: readonly PickOption[]
  /** The option that Enter selects. */
  readonly marked: number
  /** The option reached by keyboard; it is kept in view. */
  readonly active: number
  /** The expected kind, which is not labelled. */
  readonly kind: ModelKind
  /** The models in use. */
  readonly chosen: readonly string[]
  /** True if several models can be selected. */
  readonly isMultiple: boolean
  readonly onPick: (option: PickOption) => void
  /** Called when the pointer moves to an option, and with null when it leaves the list. */
  readonly onPoint: (index: number | null) => void
}

/** The options of the picker. The focus stays in the search field, which refers to the active option. */
export function ModelOptions({
  id,
  options,
  marked,
  active,
  kind,
  chosen,
  isMultiple,
  onPick,
  onPoint,
}: ModelOptionsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list of options may need scrolling too
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, options])

  const heading = (option: PickOption, before: PickOption | undefined): string | null => {
    if (option.kind !== 'model') return null
    if (before?.kind === 'model' && before.section === option.section) {
      if (option.section !== undefined || before.family === option.family) return null
    }
    if (option.section !== undefined) return t(`models.${option.section}`)
    if (option.family === null)
      return t('models.other', {
        count: options.filter((other) => other.kind === 'model' && other.family === null).length,
      })
    return option.family === '' ? t('models.otherFamily') : option.family
  }

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t('models.list')}
      aria-multiselectable={isMultiple || undefined}
      className={classes.options}
      tabIndex={-1}
      onPointerLeave={() => onPoint(null)}
    >
      {options.map((option, index) => {
        const title = heading(option, options[index - 1])
        const key =
          option.kind === 'model'
            ? option.model.id
            : option.kind === 'elsewhere'
              ? `${option.kind} ${option.connectionId}`
              : option.kind
        const isChosen = option.kind === 'model' && chosen.includes(option.model.id)
        return (
          <Fragment key={key}>
            {title === null ? null : (
              <div className={classes.family} role="presentation">
                {title}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys are handled by the search field that holds the focus */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={isChosen}
              className={classes.option}
              data-active={index === marked || undefined}
              // keeps the focus in the search field
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => onPoint(index)}
              onClick={() => onPick(option)}
            >
              <OptionWords option={option} kind={kind} />
              {isChosen ? <Check size={15} aria-hidden="true" /> : null}
            </div>
          </Fragment>
        )
      })}
    </div>
  )
}

function OptionWords({ option, kind }: { option: PickOption; kind: ModelKind }) {
  const { t } = useTranslation()
  switch (option.kind) {
    case 'model':
      return (
        <>
          <span className={classes.name}>
            <Line text={option.model.id} />
          </span>
          <span className={classes.kind}>{option.model.kind === kind ? '' : kindWord(t, option.model.kind)}</span>
        </>
      )
    case 'elsewhere':
      return (
        <>
          <span className={classes.name}>
            <Line text={option.id} />
          </span>
          <span className={classes.kind}>
            <Line text={t('models.elsewhere', { connection: option.connection })} />
          </span>
        </>
      )
    case 'unfold':
      return (
        <>
          <span className={classes.name}>{t('models.other', { count: option.count })}</span>
          <ChevronRight size={15} aria-hidden="true" />
        </>
      )
    case 'typed':
      return <span className={classes.name}>{t('models.useTyped', { model: option.id })}</span>
    default:
      return option satisfies never
  }
}

function kindWord(t: TFunction, kind: ModelKind): string {
  switch (kind) {
    case 'chat':
      return t('models.kindChat')
    case 'image':
      return t('models.kindImage')
    case 'video':
      return t('models.kindVideo')
    case 'audio':
      return t('models.kindAudio')
    case 'embedding':
      return t('models.kindEmbedding')
    default:
      return kind satisfies never
  }
}
