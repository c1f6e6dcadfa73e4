import { basename, relative } from 'node:path';
import type { Node, TaggedTemplateExpression } from 'typescript/unstable/ast';
import { isIdentifier, isTaggedTemplateExpression, isTemplateExpression } from 'typescript/unstable/ast/is';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { projectRoot } from '../main/config.ts';

/** The JavaScript types of a value, such as number and null. 'any' fits everything. */
export type Kinds = Set<string>;

/** A template sql`…` of the server. */
export interface SqlTemplate {
  place: string;
  /** Its file and the beginning of its text, which stay the same when code around it moves. */
  name: string;
  strings: string[];
  /** The columns of its row type; null if it has none, any columns, or a single value as part of a query. */
  row: Map<string, Kinds> | null;
}

/** Every template of the server, without those of tests. */
export function readTemplates(): SqlTemplate[] {
  const root = projectRoot();
  const api = new API({ cwd: root });
  try {
    const config = `${root}/server/tsconfig.json`;
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error('TypeScript did not open the server.');
    const files = project.program.getSourceFileNames().filter((name) => isProduct(relative(root, name)));
    return files.flatMap((name) => {
      const file = project.program.getSourceFile(name);
      const nodes = file ? templatesIn(file) : [];
      if (nodes.length === 0) return [];
      const types = project.checker.getTypeAtLocation(nodes);
      return nodes.map((node, index) => describe(project.checker, node, types[index], relative(root, name)));
    });
  } finally {
    api.close();
  }
}

function isProduct(path: string): boolean {
  return path.startsWith('server/src/') && !path.endsWith('.test.ts') && !path.startsWith('server/src/testing/');
}

function templatesIn(node: Node): TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = [];
  const visit = (child: Node) => {
    if (isTaggedTemplateExpression(child) && isIdentifier(child.tag) && child.tag.text === 'sql') found.push(child);
    child.forEachChild(visit);
  };
  visit(node);
  return found;
}

function describe(
  checker: Checker,
  node: TaggedTemplateExpression,
  builder: Type | undefined,
  path: string,
): SqlTemplate {
  const { template } = node;
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const strings = isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map((span) => span.literal.text)]
    : [template.text];
  const name = `${basename(path)}: ${strings.join('$').replace(/\s+/g, ' ').trim().slice(0, 60)}`;
  // Of RawBuilder<Row>, whether the template names its row or the function around it does.
  const [row] = builder?.isTypeReference() ? checker.getTypeArguments(builder) : [];
  return { place: `${path}:${line + 1}`, name, strings, row: row ? columnsOf(checker, row) : null };
}

function columnsOf(checker: Checker, row: Type): Map<string, Kinds> | null {
  if (row.flags & (TypeFlags.Any | TypeFlags.Unknown) || primitives.some(([flag]) => row.flags & flag)) return null;
  if (checker.getIndexInfosOfType(row).length > 0) return null;
  const properties = checker.getPropertiesOfType(row);
  const types = checker.getTypeOfSymbol(properties);
  return new Map(properties.map(({ name }, index) => [name, kindsOf(checker, types[index])]));
}

const primitives: [flag: TypeFlags, kind: string][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
];

function kindsOf(checker: Checker, type: Type | undefined): Kinds {
  if (!type) return new Set(['any']);
  const parts = type.isUnionType() ? type.getTypes() : [type];
  return new Set(parts.map((part) => kindOf(checker, part)));
}

function kindOf(checker: Checker, type: Type): string {
  const primitive = primitives.find(([flag]) => type.flags & flag);
  if (primitive) return primitive[1];
  if (!(type.flags & TypeFlags.Object)) return 'any';
  if (checker.isArrayType(type) && type.isTypeReference()) {
    const [element] = checker.getTypeArguments(type);
    return `${[...kindsOf(checker, element)].sort().join('|')}[]`;
  }
  const name = type.getSymbol()?.name;
  return name === 'Date' || name === 'Buffer' ? name : 'object';
}
