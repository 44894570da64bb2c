/*
 * Grammar of the specification language. Actions build nodes and do nothing else: they look up no names and compute
 * nothing.
 *
 * A broken declaration is skipped up to its `;` or `}`; parse.c also skips blocks in braces on the way. So each mistake
 * is reported once, and the next declaration is read in full.
 *
 * Canonical LR tables know for each token whether it is allowed and which others are. LALR tables are smaller, but
 * would need parse.lac, which tries every token first and takes a tenth of the parsing time.
 *
 * Some rules repeat others for the commonest case: a row that is a member, a cell of one value, a member that is no
 * array. They avoid rules of one symbol, and with them a sixth of all reductions.
 */
%require "3.8"
%header
%expect 0
%define api.pure full
%define api.prefix {spec_}
%define api.token.prefix {T_}
%define api.value.type {union parse_value}
%define api.location.type {struct span}
%define lr.type canonical-lr
%define lr.default-reduction consistent
%define parse.error custom
%param {struct parser *parser}

%code requires {
#include "front/parser.h"
}

%code {
/* Span of a rule: from its first symbol to its last. The span of an empty rule is the end of the symbol before it. */
#define YYLLOC_DEFAULT(current, rhs, count)                 \
    do {                                                    \
        (current).begin = (count) ? YYRHSLOC(rhs, 1).begin : YYRHSLOC(rhs, 0).end; \
        (current).end = YYRHSLOC(rhs, count).end;           \
    } while (0)

static void spec_error(const struct span *span, struct parser *parser, const char *message);
}

%initial-action { @$ = (struct span){parser->position, parser->position}; }

%token END 0 "the end of the file"
%token <name> NAME "a name" STRING "a text" CODE "the code of a check" PATH "a path in <>"
%token <number> NUMBER "a number"
%token VERSION "a version"
%token <range> RANGE "a range"

%token STRATA "'strata'" USE "'use'" AXIS "'axis'" ARCH "'arch'" COLUMNS "'columns'" SOURCE "'source'" ATTEST "'attest'" TYPE "'type'"
%token IDENTITY "'identity'" BUILDS "'builds'" OF "'of'" BY "'by'" DIGEST "'digest'" MODULE "'module'" SHARE "'share'"
%token OPAQUE "'opaque'" CONST "'const'" STRUCT "'struct'" UNION "'union'" ENUM "'enum'" FLAGS "'flags'"
%token HEADER "'header'" EVENT "'event'" SLOT "'slot'" UNKNOWN "'unknown'" UNACCOUNTED "'unaccounted'" BYTES "'bytes'"
%token VOLATILE "'volatile'" IN "'in'" AT "'at'" SIZE "'size'" BIT "'bit'" MASK "'mask'" PACK "'pack'" ALIGN "'align'"
%token BIG "'big'" LITTLE "'little'" POINTER "'pointer'" AS "'as'" WHERE "'where'" DEFAULT "'default'" INDEXED "'indexed'" PREVIOUSLY "'previously'"
%token NEXT "'next'" LAST "'last'" ALLOW "'allow'" INFERRED "'inferred'" CORRECTED "'corrected'" WAS "'was'"
%token EXCEPT "'except'" MARKER "'marker'" HOOK "'hook'" DATA "'data'" GROUP "'group'" EXTRA "'extra'" GLOBAL "'global'"
%token ELLIPSIS "'...'" EQUAL "'=='" NOT_EQUAL "'!='" LESS_EQUAL "'<='" GREATER_EQUAL "'>='" AND "'&&'" OR "'||'"
%left '+' '-'
%left '*'

%type <decl> item row aggregate row_aggregate typed_row typed release point enumerator header_row event_row
%type <decls> rows body releases release_rows points point_rows enumerators enumerator_rows
%type <decls> header_rows header_body event_rows event_body
%type <clause> clause
%type <clauses> clauses member_clauses
%type <cell> cell set_cell bound_cell
%type <alternative> value alternative old bound_value bound_alternative bound_old set_alternative
%type <set> set
%type <identity> identity
%type <ranges> ranges
%type <range> range
%type <name> version qualifiers
%type <terms> condition
%type <term> term
%type <relation> relation
%type <expression> expression
%type <bound> bound
%type <bounds> bounds dimensions
%type <names> column_names path products product_names
%type <number> pointer stars
%type <kind> aggregate_word enum_word

%%

file: items | language items;
language: STRATA NUMBER ';'     { parser_take_language(parser, $NUMBER, @NUMBER); };

items:
    %empty
  | items item                  { parser_add(parser, $item); }
  | items use
  | items DEFAULT ';'           { parser_give_way(parser); }
  | items ';'
  | items error ';'             { yyerrok; }
  | items error '}'             { yyerrok; }
  ;

use:
    USE STRING ';'              { parser_use(parser, $STRING, @STRING, false); }
  | USE PATH ';'                { parser_use(parser, $PATH, @PATH, true); }
  ;

item:
    AXIS releases               { $$ = build_decl(parser, AST_AXIS, @1, NULL); build_body($$, $2.first, @2); }
  | AXIS OF NAME releases       { $$ = build_named(parser, AST_AXIS, @1, $3, @3, NULL); build_body($$, $4.first, @4); }
  | MODULE NAME ';'             { $$ = build_module(parser, span_to(@1, @2), $2, @2); }
  | SHARE NAME ';'              { $$ = build_named(parser, AST_SHARE, span_to(@1, @2), $2, @2, NULL); }
  | ARCH NAME clauses ';'       { $$ = build_named(parser, AST_ARCH, span_to(@1, @clauses), $NAME, @NAME,
                                                   $clauses.first); }
  | ARCH NAME ':' NAME[base] clauses ';'
                                { $$ = build_named(parser, AST_ARCH, span_to(@1, @clauses), $2, @2, $clauses.first);
                                  $$->type = (struct ast_type){.name = $base, .span = @base}; }
  | ARCH NAME '=' NAME[base] clauses ';'
                                { $$ = build_named(parser, AST_ARCH, span_to(@1, @clauses), $2, @2, $clauses.first);
                                  $$->type = (struct ast_type){.name = $base, .span = @base};
                                  $$->is_twin = true; }
  | COLUMNS column_names ';'    { $$ = build_decl(parser, AST_COLUMNS, span_to(@1, @2), NULL);
                                  $$->names = $column_names.first; }
  | SOURCE STRING ';'           { $$ = build_source(parser, span_to(@1, @2), $STRING, NULL, (struct span){0, 0}, NULL); }
  | SOURCE STRING NAME ';'      { $$ = build_source(parser, span_to(@1, @3), $STRING, $NAME, @NAME, NULL); }
  | SOURCE STRING LAST set ';'  { $$ = build_source(parser, span_to(@1, @set), $STRING, NULL, (struct span){0, 0},
                                                    build_set_clause(parser, AST_LAST, span_to(@LAST, @set), $set)); }
  | SOURCE STRING NAME LAST set ';'
                                { $$ = build_source(parser, span_to(@1, @set), $STRING, $NAME, @NAME,
                                                    build_set_clause(parser, AST_LAST, span_to(@LAST, @set), $set)); }
  | ATTEST set clauses ';'      { $$ = build_attest(parser, span_to(@1, @3), NULL, @1, $set, $clauses.first); }
  | ATTEST NAME set clauses ';' { $$ = build_attest(parser, span_to(@1, @4), $2, @2, $set, $clauses.first); }
  | IDENTITY NAME version identity clauses ';'
                                { $$ = build_named(parser, AST_IDENTITY, span_to(@1, @clauses), $NAME, @NAME,
                                                   $clauses.first);
                                  $$->type = (struct ast_type){.name = $version, .span = @version};
                                  $$->identity = $identity; }
  | BUILDS NAME NAME[arch] set clauses ';'
                                { $$ = build_named(parser, AST_BUILDS, span_to(@1, @clauses), $2, @2, $clauses.first);
                                  $$->type = (struct ast_type){.name = $arch, .span = @arch};
                                  $$->set = $set; }
  | TYPE NAME NAME[word] cell clauses ';'
                                { $$ = build_type(parser, span_to(@1, @clauses), $2, @2, $word, @word, $clauses.first);
                                  $$->cell = $cell.cell; }
  | TYPE NAME NAME[word] POINTER clauses ';'
                                { $$ = build_type(parser, span_to(@1, @clauses), $2, @2, $word, @word, $clauses.first); }
  | TYPE NAME POINTER clauses ';'
                                { $$ = build_type(parser, span_to(@1, @clauses), $NAME, @NAME, NULL, @POINTER,
                                                  $clauses.first); }
  | OPAQUE NAME clauses ';'     { $$ = build_named(parser, AST_OPAQUE, span_to(@1, @3), $2, @2, $3.first); }
  | GLOBAL NAME clauses ';'     { $$ = build_named(parser, AST_GLOBAL, span_to(@1, @3), $2, @2, $3.first); }
  | CONST NAME '=' cell clauses ';'
                                { $$ = build_named(parser, AST_CONST, span_to(@1, @clauses), $NAME, @NAME,
                                                   $clauses.first);
                                  $$->cell = $cell.cell; }
  | enum_word NAME clauses enumerators
                                { $$ = build_named(parser, $1, span_to(@1, @clauses), $NAME, @NAME, $clauses.first);
                                  build_body($$, $enumerators.first, @enumerators); }
  | enum_word NAME ':' NAME[type] clauses enumerators
                                { $$ = build_named(parser, $1, span_to(@1, @clauses), $2, @2, $clauses.first);
                                  $$->type = (struct ast_type){.name = $type, .span = @type};
                                  build_body($$, $enumerators.first, @enumerators); }
  | HEADER NAME clauses header_body
                                { $$ = build_named(parser, AST_HEADER, span_to(@1, @clauses), $NAME, @NAME,
                                                   $clauses.first);
                                  build_body($$, $header_body.first, @header_body); }
  | EVENT NAME '=' cell clauses event_body
                                { $$ = build_named(parser, AST_EVENT, span_to(@1, @clauses), $NAME, @NAME,
                                                   $clauses.first);
                                  $$->cell = $cell.cell;
                                  build_body($$, $event_body.first, @event_body); }
  | aggregate
  ;

/* The identity of a kernel. */

identity:
    NAME STRING                 { $$ = build_text(parser, NULL, $NAME, @NAME, $STRING, @STRING); }
  | NAME NUMBER[time] NUMBER[size]
                                { $$ = build_image(parser, NULL, $NAME, @NAME, $time, $size, span_to(@time, @size)); }
  | identity[all] NAME STRING   { $$ = build_text(parser, $all, $NAME, @NAME, $STRING, @STRING); }
  | identity[all] NAME NUMBER[time] NUMBER[size]
                                { $$ = build_image(parser, $all, $NAME, @NAME, $time, $size, span_to(@time, @size)); }
  ;

/* Versions. */

releases:
    '{' release_rows '}'        { $$ = $2; }
  | '{' release_rows error '}'  { $$ = $2; yyerrok; }
  ;

release_rows:
    %empty                      { $$ = (struct decl_list){NULL, NULL}; }
  | release_rows release        { $$ = decl_append($1, $2); }
  | release_rows ';'
  | release_rows error ';'      { yyerrok; }
  ;

release: version products points
                                { $$ = build_named(parser, AST_RELEASE, @version, $version, @version, NULL);
                                  $$->names = $products.first;
                                  build_body($$, $points.first, @points); }
  ;

points:
    ';'                         { $$ = (struct decl_list){NULL, NULL}; }
  | '{' point_rows '}'          { $$ = $2; }
  | '{' point_rows error '}'    { $$ = $2; yyerrok; }
  ;

point_rows:
    %empty                      { $$ = (struct decl_list){NULL, NULL}; }
  | point_rows point            { $$ = decl_append($1, $2); }
  | point_rows ';'
  | point_rows error ';'        { yyerrok; }
  ;

point: version '=' version[build] products ';'
                                { $$ = build_named(parser, AST_POINT, span_to(@1, @build), $1, @1, NULL);
                                  $$->text = $build;
                                  $$->names = $products.first; }
  | version '=' version[build] NAME[word] version[kernel] products ';'
                                { $$ = build_named(parser, AST_POINT, span_to(@1, @kernel), $1, @1, NULL);
                                  $$->text = $build;
                                  $$->names = $products.first;
                                  build_kernel(parser, $$, $word, @word, $kernel, @kernel); }
  ;

products:
    %empty                      { $$ = (struct name_list){NULL, NULL}; }
  | product_names
  ;

product_names:
    STRING                      { $$ = name_append(parser, (struct name_list){NULL, NULL}, $1, @1); }
  | product_names ',' STRING    { $$ = name_append(parser, $1, $3, @3); }
  ;

column_names:
    NAME                        { $$ = name_append(parser, (struct name_list){NULL, NULL}, $1, @1); }
  | column_names '|' NAME       { $$ = name_append(parser, $1, $3, @3); }
  ;

/* Enumerations. */

enum_word:
    ENUM                        { $$ = AST_ENUM; }
  | FLAGS                       { $$ = AST_FLAGS; }
  ;

enumerators:
    '{' enumerator_rows '}'     { $$ = $2; }
  | '{' enumerator_rows error '}' { $$ = $2; yyerrok; }
  ;

enumerator_rows:
    %empty                      { $$ = (struct decl_list){NULL, NULL}; }
  | enumerator_rows enumerator  { $$ = decl_append($1, $2); }
  | enumerator_rows ';'
  | enumerator_rows error ';'   { yyerrok; }
  ;

enumerator:
    NAME clauses ';'            { $$ = build_named(parser, AST_ENUMERATOR, span_to(@1, @clauses), $1, @1,
                                                   $clauses.first); }
  | NAME '=' cell clauses ';'   { $$ = build_named(parser, AST_ENUMERATOR, span_to(@1, @clauses), $1, @1,
                                                   $clauses.first);
                                  $$->cell = $cell.cell; }
  | cell clauses ';'            { $$ = build_decl(parser, AST_ENUMERATOR, span_to(@1, @clauses), $clauses.first);
                                  $$->cell = $cell.cell; }
  ;

/* Events and their headers. */

header_body:
    '{' header_rows '}'         { $$ = $2; }
  | '{' header_rows error '}'   { $$ = $2; yyerrok; }
  ;

header_rows:
    %empty                      { $$ = (struct decl_list){NULL, NULL}; }
  | header_rows header_row      { $$ = decl_append($1, $2); }
  | header_rows ';'
  | header_rows error ';'       { yyerrok; }
  ;

header_row:
    MARKER path ';'             { $$ = build_path(parser, AST_HEADER_MARKER, span_to(@1, @2), $path.first);
                                  $$->number = UINT64_MAX; }
  | MARKER path MASK NUMBER ';' { $$ = build_path(parser, AST_HEADER_MARKER, span_to(@1, @4), $path.first);
                                  $$->number = $NUMBER; }
  | SIZE path ';'               { $$ = build_path(parser, AST_HEADER_SIZE, span_to(@1, @2), $path.first); }
  | HOOK path ';'               { $$ = build_path(parser, AST_HEADER_HOOK, span_to(@1, @2), $path.first); }
  | DATA NUMBER ';'             { $$ = build_path(parser, AST_HEADER_DATA, span_to(@1, @2), NULL);
                                  $$->number = $NUMBER; }
  | EXTRA NUMBER path MASK NUMBER[mask] ';'
                                { $$ = build_path(parser, AST_HEADER_EXTRA, span_to(@1, @mask), $path.first);
                                  $$->number = $2;
                                  $$->mask = $mask; }
  ;

path:
    NAME                        { $$ = name_append(parser, (struct name_list){NULL, NULL}, $1, @1); }
  | path '.' NAME               { $$ = name_append(parser, $1, $3, @3); }
  ;

event_body:
    '{' event_rows '}'          { $$ = $2; }
  | '{' event_rows error '}'    { $$ = $2; yyerrok; }
  ;

event_rows:
    %empty                      { $$ = (struct decl_list){NULL, NULL}; }
  | event_rows event_row        { $$ = decl_append($1, $2); }
  | event_rows ';'
  | event_rows error ';'        { yyerrok; }
  ;

event_row:
    HEADER NAME MARKER cell ';' { $$ = build_named(parser, AST_EVENT_HEADER, span_to(@1, @cell), $NAME, @NAME, NULL);
                                  $$->cell = $cell.cell; }
  | DATA NAME ';'               { $$ = build_named(parser, AST_EVENT_DATA, span_to(@1, @2), $NAME, @NAME, NULL); }
  | GROUP NAME ';'              { $$ = build_named(parser, AST_EVENT_GROUP, span_to(@1, @2), $NAME, @NAME, NULL); }
  ;

/* Structures and their rows. */

aggregate_word:
    STRUCT                      { $$ = AST_STRUCT; }
  | UNION                       { $$ = AST_UNION; }
  ;

aggregate: aggregate_word NAME clauses body
                                { $$ = build_named(parser, $1, span_to(@1, @clauses), $NAME, @NAME, $clauses.first);
                                  build_body($$, $body.first, @body); }
  ;

row_aggregate:
    aggregate_word clauses body { $$ = build_row_aggregate(parser, $1, span_to(@1, @clauses), $clauses.first);
                                  build_body($$, $body.first, @body); }
  | aggregate_word NAME bounds clauses body
                                { $$ = build_row_aggregate(parser, $1, span_to(@1, @clauses), $clauses.first);
                                  $$->name = $NAME;
                                  $$->name_span = @NAME;
                                  build_bounds(parser, $$, $bounds.first);
                                  build_body($$, $body.first, @body); }
  ;

body:
    '{' rows '}'                { $$ = $2; }
  | '{' rows error '}'          { $$ = $2; yyerrok; }
  ;

rows:
    %empty                      { $$ = (struct decl_list){NULL, NULL}; }
  | rows row                    { $$ = decl_append($1, $2); }
  | rows typed_row              { $$ = decl_append($1, $2); }
  | rows ';'
  | rows error ';'              { yyerrok; }
  ;

row:
    UNKNOWN typed_row           { $$ = $2;
                                  $$->is_unknown = true;
                                  build_begin(parser, $$, @1); }
  | UNACCOUNTED cell clauses ';'
                                { $$ = build_cell_row(parser, AST_UNACCOUNTED, span_to(@1, @3), $2.cell, $3.first); }
  | BYTES cell NAME clauses ';' { $$ = build_named(parser, AST_BYTES, span_to(@1, @clauses), $NAME, @NAME,
                                                   $clauses.first);
                                  $$->cell = $cell.cell; }
  | SLOT clauses body           { $$ = build_decl(parser, AST_SLOT, span_to(@1, @clauses), $clauses.first);
                                  build_body($$, $body.first, @body); }
  | SIZE cell clauses ';'       { $$ = build_cell_row(parser, AST_SIZE_ROW, span_to(@1, @3), $2.cell, $3.first); }
  | DIGEST cell clauses ';'     { $$ = build_cell_row(parser, AST_DIGEST, span_to(@1, @3), $2.cell, $3.first); }
  | COLUMNS column_names ';'    { $$ = build_decl(parser, AST_COLUMNS, span_to(@1, @2), NULL);
                                  $$->names = $column_names.first; }
  | ATTEST set clauses ';'      { $$ = build_attest(parser, span_to(@1, @3), NULL, @1, $set, $clauses.first); }
  | ATTEST NAME set clauses ';' { $$ = build_attest(parser, span_to(@1, @4), $2, @2, $set, $clauses.first); }
  | ATTEST NAME OF path clauses ';'
                                { $$ = build_sighting(parser, span_to(@1, @5), $2, @2, NULL, $path.first, $5.first); }
  | ATTEST NAME set OF path clauses ';'
                                { $$ = build_sighting(parser, span_to(@1, @6), $2, @2, $set, $path.first, $6.first); }
  | NAME ';'                    { $$ = build_word(parser, $NAME, @NAME, @2); }
  | row_aggregate
  ;

typed_row:
    typed NAME member_clauses ';'
                                { $$ = build_member(parser, $typed, span_to(@1, @member_clauses), $NAME, @NAME, NULL,
                                                    $member_clauses.first); }
  | typed NAME dimensions member_clauses ';'
                                { $$ = build_member(parser, $typed, span_to(@1, @member_clauses), $NAME, @NAME,
                                                    $dimensions.first, $member_clauses.first); }
  | typed '(' '*' NAME bounds ')' parameters member_clauses ';'
                                { $$ = build_member(parser, $typed, span_to(@1, @member_clauses), $NAME, @NAME,
                                                    $bounds.first, $member_clauses.first);
                                  build_function($$, parser_text_within(parser, @parameters)); }
  ;

typed:
    NAME                        { $$ = build_typed(parser, @$, NULL, $NAME, 0); }
  | NAME pointer                { $$ = build_typed(parser, @$, NULL, $NAME, $pointer); }
  | qualifiers NAME             { $$ = build_typed(parser, @$, $qualifiers, $NAME, 0); }
  | qualifiers NAME pointer     { $$ = build_typed(parser, @$, $qualifiers, $NAME, $pointer); }
  ;

qualifiers:
    CONST                       { $$ = "const"; }
  | VOLATILE                    { $$ = "volatile"; }
  | CONST VOLATILE              { $$ = "const volatile"; }
  | VOLATILE CONST              { $$ = "const volatile"; }
  ;

/* Twice the number of stars, plus 1 if a `volatile` follows them. */
pointer:
    stars
  | stars VOLATILE              { $$ = $1 + 1; }
  | VOLATILE                    { $$ = 1; }
  ;

stars:
    '*'                         { $$ = 2; }
  | stars '*'                   { $$ = $1 + 2; }
  ;

/* The parameters of a function pointer are kept as written. */
parameters: '(' parameter_text ')';

parameter_text:
    %empty
  | parameter_text parameter_token
  | parameter_text '(' parameter_text ')'
  ;

parameter_token:
    NAME | NUMBER | ',' | '*' | '[' | ']' | ELLIPSIS
  | USE | AXIS | ARCH | COLUMNS | SOURCE | ATTEST | DIGEST | IDENTITY | BUILDS | OF | TYPE | OPAQUE | CONST | STRUCT
  | UNION | ENUM | FLAGS | HEADER | EVENT | SLOT | UNKNOWN | UNACCOUNTED | BYTES | VOLATILE | IN | AT | SIZE | BIT
  | MASK | PACK | ALIGN | POINTER | AS | WHERE | DEFAULT | INDEXED | PREVIOUSLY | NEXT | LAST | INFERRED | CORRECTED
  | WAS | EXCEPT | MARKER | HOOK | DATA | GROUP | EXTRA | BY | MODULE | SHARE | GLOBAL | STRATA
  ;

bounds:
    %empty                      { $$ = (struct bound_list){NULL, NULL}; }
  | dimensions
  ;

dimensions:
    bound                       { $$ = bound_append((struct bound_list){NULL, NULL}, $1); }
  | dimensions bound            { $$ = bound_append($1, $2); }
  ;

bound:
    '[' ']'                     { $$ = build_bound(parser, @$, NULL); }
  | '[' bound_cell ']'          { $$ = build_bound(parser, @$, $2.cell); }
  ;

/* Clauses. */

clauses:
    %empty                      { $$ = (struct clause_list){NULL, NULL}; }
  | clauses clause              { $$ = clause_append($1, $2); }
  ;

member_clauses:
    %empty                      { $$ = (struct clause_list){NULL, NULL}; }
  | member_clauses clause       { $$ = clause_append($1, $2); }
  | member_clauses ':' NUMBER   { $$ = clause_append($1, build_number_clause(parser, AST_WIDTH, span_to(@2, @3), $3)); }
  ;

clause:
    IN set_cell                 { $$ = build_cell_clause(parser, AST_IN, @$, $2.cell); }
  | AT cell                     { $$ = build_cell_clause(parser, AST_AT, @$, $2.cell); }
  | SIZE cell                   { $$ = build_cell_clause(parser, AST_SIZE, @$, $2.cell); }
  | BIT cell                    { $$ = build_cell_clause(parser, AST_BIT, @$, $2.cell); }
  | MASK cell                   { $$ = build_cell_clause(parser, AST_MASK, @$, $2.cell); }
  | ALIGN cell                  { $$ = build_cell_clause(parser, AST_ALIGN, @$, $2.cell); }
  | DEFAULT cell                { $$ = build_cell_clause(parser, AST_DEFAULT, @$, $2.cell); }
  | BIG                         { $$ = build_number_clause(parser, AST_ORDER, @$, true); }
  | LITTLE                      { $$ = build_number_clause(parser, AST_ORDER, @$, false); }
  | PACK NUMBER                 { $$ = build_number_clause(parser, AST_PACK, @$, $2); }
  | POINTER NUMBER              { $$ = build_number_clause(parser, AST_POINTER, @$, $2); }
  | INDEXED RANGE               { $$ = build_indexed(parser, @$, $RANGE); }
  | AS NAME                     { $$ = build_name_clause(parser, AST_AS, @$, $2, @2); }
  | WHERE condition             { ($$ = build_clause(parser, AST_WHERE, @$))->terms = $2.first; }
  | PREVIOUSLY cell             { $$ = build_cell_clause(parser, AST_PREVIOUSLY, @$, $2.cell); }
  | PREVIOUSLY NAME cell        { ($$ = build_name_clause(parser, AST_PREVIOUSLY, @$, $2, @2))->cell = $3.cell; }
  | NEXT cell                   { $$ = build_cell_clause(parser, AST_NEXT, @$, $2.cell); }
  | NEXT NAME cell              { ($$ = build_name_clause(parser, AST_NEXT, @$, $2, @2))->cell = $3.cell; }
  | NEXT IN NAME                { $$ = build_name_clause(parser, AST_NEXT_IN, @$, $3, @3); }
  | LAST                        { $$ = build_clause(parser, AST_LAST, @$); }
  | LAST '(' set ')'            { $$ = build_set_clause(parser, AST_LAST, @$, $set); }
  | STRING                      { ($$ = build_name_clause(parser, AST_REMARK, @$, NULL, @1))->text = $1; }
  | BY STRING                   { ($$ = build_name_clause(parser, AST_BY, @$, NULL, @2))->text = $2; }
  | ALLOW CODE STRING           { ($$ = build_name_clause(parser, AST_ALLOW, @$, $2, @2))->text = $3; }
  ;

condition:
    term                        { $$ = term_append((struct term_list){NULL, NULL}, $1, false); }
  | condition AND term          { $$ = term_append($1, $3, false); }
  | condition OR term           { $$ = term_append($1, $3, true); }
  ;

term:
    relation NUMBER             { $$ = build_term(parser, @$, $1, $2, false); }
  | relation '-' NUMBER         { $$ = build_term(parser, @$, $1, $3, true); }
  ;

relation:
    EQUAL                       { $$ = AST_EQUAL; }
  | NOT_EQUAL                   { $$ = AST_NOT_EQUAL; }
  | '<'                         { $$ = AST_LESS; }
  | LESS_EQUAL                  { $$ = AST_LESS_EQUAL; }
  | '>'                         { $$ = AST_GREATER; }
  | GREATER_EQUAL               { $$ = AST_GREATER_EQUAL; }
  ;

/* Cells. */

cell:
    value                       { $$ = cell_begin(parser, $1); }
  | alternative                 { $$ = cell_begin(parser, $1); }
  | cell ',' value              { $$ = cell_add(parser, $1, $3); }
  | cell ',' alternative        { $$ = cell_add(parser, $1, $3); }
  | cell '|' value              { $$ = cell_add_column(parser, $1, $3); }
  | cell '|' alternative        { $$ = cell_add_column(parser, $1, $3); }
  ;

alternative:
    value '(' set ')'           { $$ = build_alternative($1, @$, $set); }
  | INFERRED value              { $$ = build_marked(parser, $2, @$, AST_INFERRED, NULL, NULL); }
  | INFERRED value '(' set ')'  { $$ = build_marked(parser, $2, @$, AST_INFERRED, $set, NULL); }
  | CORRECTED value WAS old     { $$ = build_marked(parser, $2, @$, AST_CORRECTED, NULL, $old); }
  | CORRECTED value '(' set ')' WAS old
                                { $$ = build_marked(parser, $2, @$, AST_CORRECTED, $set, $old); }
  ;

old:
    value
  | value '(' set ')'           { $$ = build_alternative($1, @$, $set); }
  ;

value:
    NUMBER                      { $$ = build_value(parser, AST_VALUE_NUMBER, @$, $1); }
  | '-' NUMBER                  { $$ = build_value(parser, AST_VALUE_NEGATIVE, @$, $2); }
  | '?'                         { $$ = build_value(parser, AST_VALUE_UNKNOWN, @$, 0); }
  | '-'                         { $$ = build_value(parser, AST_VALUE_ABSENT, @$, 0); }
  ;

bound_cell:
    bound_alternative           { $$ = cell_begin(parser, $1); }
  | bound_cell ',' bound_alternative
                                { $$ = cell_add(parser, $1, $3); }
  | bound_cell '|' bound_alternative
                                { $$ = cell_add_column(parser, $1, $3); }
  ;

bound_alternative:
    bound_value
  | bound_value '(' set ')'     { $$ = build_alternative($1, @$, $set); }
  | INFERRED bound_value        { $$ = build_marked(parser, $2, @$, AST_INFERRED, NULL, NULL); }
  | INFERRED bound_value '(' set ')'
                                { $$ = build_marked(parser, $2, @$, AST_INFERRED, $set, NULL); }
  | CORRECTED bound_value WAS bound_old
                                { $$ = build_marked(parser, $2, @$, AST_CORRECTED, NULL, $4); }
  | CORRECTED bound_value '(' set ')' WAS bound_old
                                { $$ = build_marked(parser, $2, @$, AST_CORRECTED, $set, $7); }
  ;

bound_old:
    bound_value
  | bound_value '(' set ')'     { $$ = build_alternative($1, @$, $set); }
  ;

bound_value:
    expression                  { $$ = build_expression_value(parser, @$, $1); }
  | '?'                         { $$ = build_value(parser, AST_VALUE_UNKNOWN, @$, 0); }
  | '-'                         { $$ = build_value(parser, AST_VALUE_ABSENT, @$, 0); }
  ;

expression:
    NUMBER                      { $$ = build_expression(parser, @$, AST_NUMBER, NULL, NULL);
                                  $$->number = $1; }
  | NAME                        { $$ = build_expression(parser, @$, AST_NAME, NULL, NULL);
                                  $$->name = $1; }
  | expression '+' expression   { $$ = build_expression(parser, @$, AST_ADD, $1, $3); }
  | expression '-' expression   { $$ = build_expression(parser, @$, AST_SUBTRACT, $1, $3); }
  | expression '*' expression   { $$ = build_expression(parser, @$, AST_MULTIPLY, $1, $3); }
  | '(' expression ')'          { $$ = $2; }
  ;

/* Version sets. */

set_cell:
    set_alternative             { $$ = cell_begin(parser, $1); }
  | set_cell '|' set_alternative
                                { $$ = cell_add_column(parser, $1, $3); }
  ;

set_alternative:
    set                         { $$ = build_value(parser, AST_VALUE_NONE, @$, 0);
                                  $$->set = $set; }
  | '-'                         { $$ = build_value(parser, AST_VALUE_ABSENT, @$, 0); }
  ;

set:
    ranges                      { $$ = build_set(parser, @$, $1.first, NULL); }
  | ranges EXCEPT ranges        { $$ = build_set(parser, @$, $1.first, $3.first); }
  ;

ranges:
    RANGE                       { $$ = range_append((struct range_list){NULL, NULL}, $1); }
  | range                       { $$ = range_append((struct range_list){NULL, NULL}, $1); }
  | ranges ',' RANGE            { $$ = range_append($1, $3); }
  | ranges ',' range            { $$ = range_append($1, $3); }
  ;

range:
    version                     { $$ = build_range(parser, @$, $1, $1); }
  ;

version:
    NUMBER                      { $$ = parser_spelling(parser, @1); }
  | VERSION                     { $$ = parser_spelling(parser, @1); }
  | NAME
  ;

%%

/* Reports an unexpected token and the tokens that are allowed in its place. */
static int yyreport_syntax_error(const yypcontext_t *context, struct parser *parser)
{
    yysymbol_kind_t kinds[YYNTOKENS];
    const char *expected[YYNTOKENS];
    int count = yypcontext_expected_tokens(context, kinds, YYNTOKENS);
    for (int i = 0; i < count; i++)
        expected[i] = yysymbol_name(kinds[i]);
    parser_unexpected(parser, *yypcontext_location(context), yysymbol_name(yypcontext_token(context)), expected,
                      (size_t)count);
    return 0;
}

/* Bison calls it only if its stack is full. */
static void spec_error(const struct span *span, struct parser *parser, const char *message)
{
    (void)message;
    parser_stop(parser, *span, DIAG_NESTING, "this is nested too deeply");
}
