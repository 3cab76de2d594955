import { type ReactNode, useId } from 'react'
import { parseSize, ratioSizes, sizeOfRatio, sizesOf } from '../../../../shared/image-kinds.ts'
import { Field } from '../../../components/forms/Field.tsx'
import classes from '../../../components/forms/form-column.module.css'
import { Segments } from '../../../components/forms/Segments.tsx'
import segments from '../../../components/forms/segments.module.css'
import layout from '../../../components/layout.module.css'
import { ratioWords, sizeWords } from '../../../components/words/size-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { chosenSize } from '../form.ts'
import { changeForm } from '../form-draft.ts'
import { useStudio } from '../studio-store.ts'
import { useImageTarget } from '../target.ts'
import cards from './SizeField.module.css'
import { SizesMenu } from './SizesMenu.tsx'

function choose(size: string): void {
  changeForm({ type: 'changed', change: { size } })
}

/** Field for the image size: the model's list if known, else any size. */
export function SizeField() {
  const { t } = useTranslation()
  const id = useId()
  const { model, kind } = useImageTarget()
  const sizes = sizesOf(kind)
  const isListed = sizes.length > 0
  const menu = model === '' ? null : <SizesMenu model={model} kind={kind} />
  if (!isListed) return <FreeSize menu={menu} />
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <div className={`${classes.label} ${cards.label}`}>
        <span id={id} className={classes.grow}>
          {t('images.size')}
        </span>
        <OwnSize group={id} />
        {menu}
      </div>
      <SizeCards sizes={sizes} group={id} />
    </div>
  )
}

/** Returns the chosen size of the model's list; null leaves it to the model. */
function useListedSize(): string | null {
  const typed = useStudio((state) => state.form.size)
  const hasSource = useStudio((state) => state.form.source !== null)
  const { kind } = useImageTarget()
  const chosen = chosenSize(typed, kind, hasSource)
  return chosen.ok ? chosen.size : null
}

/** A button that leaves the size to the model; only for edits. It is in the label's row, so that no card moves. */
function OwnSize({ group }: { group: string }) {
  const { t } = useTranslation()
  const hasSource = useStudio((state) => state.form.source !== null)
  const current = useListedSize()
  if (!hasSource) return null
  return (
    <label className={cards.own}>
      <input
        type="radio"
        className={segments.radio}
        name={group}
        checked={current === null}
        onChange={() => choose('')}
      />
      <span>{t('images.sizeModels')}</span>
    </label>
  )
}

function SizeCards({ sizes, group }: { sizes: readonly string[]; group: string }) {
  const current = useListedSize()
  const ratios = sizes.map(ratioWords)
  // equal ratios say nothing
  const areDistinct = new Set(ratios).size === sizes.length
  return (
    <div className={cards.cards}>
      {sizes.map((size, index) => (
        <label key={size} className={cards.card}>
          <input
            type="radio"
            className={segments.radio}
            name={group}
            aria-label={areDistinct ? `${ratios[index]} ${sizeWords(size)}` : sizeWords(size)}
            checked={current === size}
            onChange={() => choose(size)}
          />
          <span>
            <Outline size={size} />
            {areDistinct ? <b>{ratios[index]}</b> : null}
            {sizeWords(size)}
          </span>
        </label>
      ))}
    </div>
  )
}

// longest side of an outline, in px; a square is smaller, so that all outlines look equally heavy
const outlineSide = 28

function Outline({ size }: { size: string }) {
  const { width, height } = parseSize(size) ?? { width: 1, height: 1 }
  const scale = width === height ? 20 / width : outlineSide / Math.max(width, height)
  // squares of different sizes also look different
  const shrink = width === height ? Math.max(0.5, Math.min(1, width / 1024)) : 1
  return (
    <i
      className={cards.outline}
      style={{ '--w': `${width * scale * shrink}px`, '--h': `${height * scale * shrink}px` }}
    />
  )
}

function FreeSize({ menu }: { menu: ReactNode }) {
  const { t } = useTranslation()
  const typed = useStudio((state) => state.form.size)
  const hasSource = useStudio((state) => state.form.source !== null)
  const asked = useStudio((state) => state.problem === 'size')
  const wrong = !chosenSize(typed, 'free', hasSource).ok
  const chosen = chosenSize(typed, 'free', hasSource)
  const size = chosen.ok ? chosen.size : null
  return (
    <div className={layout.closeStack}>
      <Field
        label={t('images.size')}
        aside={menu}
        asideClass={cards.label}
        hint={t('images.sizeFreeHint')}
        problem={wrong ? t('images.sizeWrong') : null}
        isAnnounced={asked}
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            className={classes.text}
            placeholder={t('images.sizeModels')}
            maxLength={30}
            spellCheck={false}
            inputMode="text"
            value={typed}
            onChange={(event) => choose(event.currentTarget.value)}
            onBlur={() => {
              const size = chosenSize(typed, 'free', hasSource)
              if (size.ok && size.size !== null && size.size !== typed) choose(size.size)
            }}
          />
        )}
      </Field>
      <Segments
        label={t('images.ratio')}
        value={ratioSizes.find(([, known]) => known === size)?.[0] ?? null}
        options={ratioSizes.map(([ratio]) => ({ value: ratio, words: ratio }))}
        onChoose={(ratio) => choose(sizeOfRatio(ratio) ?? '')}
      />
    </div>
  )
}
