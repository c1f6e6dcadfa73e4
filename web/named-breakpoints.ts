import { breakpoints } from './src/ui/scale/breakpoints.ts';

/** Replaces the named screens in style sheets by their conditions. */
export const namedBreakpoints = {
  postcssPlugin: 'named-breakpoints',
  AtRule: {
    media(rule: { params: string }) {
      rule.params = rule.params.replace(/\(--([\w-]+)\)/g, (_, name: keyof typeof breakpoints) => {
        const condition = breakpoints[name];
        if (!condition) throw new Error(`There is no screen named --${name} in ui/scale/breakpoints.ts`);
        return condition;
      });
    },
  },
};
