import type {
  ActionIconProps,
  AutocompleteProps,
  ButtonProps,
  ComboboxProps,
  InputProps,
  InputWrapperProps,
  MantineThemeComponents,
  ModalProps,
  ModalRootProps,
  MultiSelectProps,
  PopoverProps,
  SelectProps,
  TooltipProps,
} from '@mantine/core';

/**
 * Heights, text and padding of controls by size. The values are variables in base.css, because a phone shows taller
 * controls. Components are named, not imported, so unused ones stay out of a page's first load.
 */
function controlVars(part: 'button' | 'input', size: string) {
  const known = ['xs', 'sm', 'md', 'lg'].includes(size);
  if (!known) return {};
  return part === 'button'
    ? {
        '--button-height': `var(--kb-control-height-${size})`,
        '--button-fz': `var(--kb-control-font-${size})`,
        '--button-padding-x': `var(--kb-control-padding-${size})`,
      }
    : { '--input-height': `var(--kb-control-height-${size})`, '--input-fz': `var(--kb-input-font-${size})` };
}

export const components: MantineThemeComponents = {
  Button: {
    defaultProps: { size: 'xs' } satisfies Partial<ButtonProps>,
    vars: (_theme: unknown, props: ButtonProps) => ({ root: controlVars('button', String(props.size ?? 'xs')) }),
  },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } satisfies Partial<ActionIconProps> },
  Input: {
    // An icon in front of a field is part of it: clicking it focuses the field.
    defaultProps: { size: 'xs', leftSectionPointerEvents: 'none' } satisfies Partial<InputProps>,
    vars: (_theme: unknown, props: InputProps) => {
      const { '--input-height': height, ...rest } = controlVars('input', String(props.size ?? 'xs')) as Record<
        string,
        string
      >;
      return { wrapper: props.multiline ? rest : { ...rest, '--input-height': height } };
    },
  },
  InputWrapper: {
    defaultProps: {
      inputWrapperOrder: ['label', 'input', 'description', 'error'],
    } satisfies Partial<InputWrapperProps>,
    vars: () => ({
      label: { '--input-label-size': 'var(--mantine-font-size-xs)' },
      error: { '--input-error-size': 'var(--mantine-font-size-xs)' },
      description: { '--input-description-size': 'var(--mantine-font-size-xs)' },
    }),
  },
  // A listbox may only contain options, even for 'nothing found'.
  ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true } },
  // A closed list that stays mounted makes the browser lay out the page twice.
  Combobox: { defaultProps: { keepMounted: false } satisfies Partial<ComboboxProps> },
  // The lists themselves scroll (base.css) and can be focused, so that they can be scrolled with the keyboard.
  Select: {
    defaultProps: {
      attributes: { options: { tabIndex: 0 } },
      comboboxProps: { shadow: 'md' },
      withScrollArea: false,
    } satisfies Partial<SelectProps>,
  },
  MultiSelect: {
    defaultProps: {
      attributes: { options: { tabIndex: 0 } },
      withScrollArea: false,
    } satisfies Partial<MultiSelectProps>,
  },
  Autocomplete: {
    defaultProps: {
      attributes: { options: { tabIndex: 0 } },
      withScrollArea: false,
    } satisfies Partial<AutocompleteProps>,
  },
  Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
  Radio: { defaultProps: { size: 'xs' } },
  // base.css has the lock. Mantine's sets a variable on the body, which makes the browser restyle the whole page.
  ModalRoot: { defaultProps: { lockScroll: false } satisfies Partial<ModalRootProps> },
  Modal: {
    defaultProps: {
      lockScroll: false,
      radius: 'lg',
      centered: true,
      shadow: 'xl',
      overlayProps: { backgroundOpacity: 0.34, color: '#1d1913' },
      transitionProps: { transition: 'pop', duration: 140 },
    } satisfies Partial<ModalProps>,
  },
  // Mantine's <header> would be a second banner on the page.
  ModalHeader: { defaultProps: { role: 'presentation' } },
  DrawerHeader: { defaultProps: { role: 'presentation' } },
  Drawer: { defaultProps: { lockScroll: false, overlayProps: { backgroundOpacity: 0.34, color: '#1d1913' } } },
  // The placeholder for the first focus isn't allowed in a menu: its first item has the focus instead.
  Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
  // Menus, lists and tooltips open in a landmark of their own, which is hidden while it is empty.
  Popover: { defaultProps: { portalProps: { target: '#menus' } } satisfies Partial<PopoverProps> },
  Tooltip: { defaultProps: { openDelay: 400, portalProps: { target: '#menus' } } satisfies Partial<TooltipProps> },
};
