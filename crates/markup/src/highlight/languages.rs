//! The languages.

use super::language::{
    BACKTICK, BRACES, CHARACTER, DOUBLE, HASH_COMMENTS, Language, PLAIN, Quote, SINGLE,
    TRIPLE_DOUBLE, TRIPLE_SINGLE,
};

pub(super) static LANGUAGES: [Language; 27] = [
    Language {
        names: &["rust", "rs"],
        keywords: "as async await bool box break char const continue crate do dyn else enum extern f32 f64 fn for i128 \
            i16 i32 i64 i8 if impl in isize let loop macro_rules match mod move mut pub ref return self Self static str \
            struct super trait type u128 u16 u32 u64 u8 union unsafe use usize where while yield",
        quotes: &[Quote::lines("r#\"", "\"#").raw(), Quote::lines("\"", "\""), CHARACTER],
        sigils: b"#",
        ..BRACES
    },
    Language {
        names: &["python", "py", "python3"],
        keywords: "and as assert async await bool break bytes case class continue def del dict elif else except finally \
            float for from global if import in int is lambda list match nonlocal not object or pass raise return self \
            set str super try tuple while with yield",
        quotes: &[TRIPLE_DOUBLE, TRIPLE_SINGLE, DOUBLE, SINGLE],
        sigils: b"@",
        capital_types: true,
        ..HASH_COMMENTS
    },
    Language {
        names: &["ruby", "rb"],
        keywords: "alias and attr_accessor attr_reader attr_writer begin BEGIN break case class def defined do else elsif \
            end END ensure extend for if in include module next not or private protected public raise redo require \
            rescue retry return self super then undef unless until when while yield",
        block_comments: &[("=begin", "=end")],
        word_bytes: b"?",
        sigils: b"@:",
        capital_types: true,
        ..HASH_COMMENTS
    },
    Language {
        names: &["lua"],
        keywords: "and break do else elseif end for function goto if in local not or repeat return self then until while",
        line_comments: &["--"],
        block_comments: &[("--[[", "]]")],
        quotes: &[Quote::lines("[[", "]]").raw(), DOUBLE, SINGLE],
        ..PLAIN
    },
    Language {
        names: &["r"],
        keywords: "break else for function if in library next repeat require return while",
        word_bytes: b".",
        ..HASH_COMMENTS
    },
    Language {
        names: &["go", "golang"],
        keywords: "any bool break byte case chan complex128 complex64 const continue default defer else error fallthrough \
            float32 float64 for func go goto if import int int16 int32 int64 int8 interface iota map package range \
            return rune select string struct switch type uint uint16 uint32 uint64 uint8 uintptr var",
        quotes: &[DOUBLE, CHARACTER, BACKTICK.raw()],
        ..BRACES
    },
    Language {
        names: &["javascript", "js", "jsx", "mjs", "node"],
        keywords: "async await break case catch class const continue debugger default delete do else export extends \
            finally for from function get if import in instanceof let new of return set static super switch this throw \
            try typeof var void while with yield",
        quotes: &[DOUBLE, SINGLE, BACKTICK],
        word_bytes: b"$",
        sigils: b"@#",
        ..BRACES
    },
    Language {
        names: &["typescript", "ts", "tsx"],
        keywords: "abstract any as asserts async await bigint boolean break case catch class const continue debugger \
            declare default delete do else enum export extends finally for from function get if implements import in \
            infer instanceof interface is keyof let module namespace never new number object of override private \
            protected public readonly return satisfies set static string super switch symbol this throw try type typeof \
            unique unknown var void while with yield",
        quotes: &[DOUBLE, SINGLE, BACKTICK],
        word_bytes: b"$",
        sigils: b"@#",
        ..BRACES
    },
    Language {
        names: &["dart"],
        keywords: "abstract as assert async await base bool break case catch class const continue covariant default \
            deferred do double dynamic else enum export extends extension external factory final finally for Function \
            get hide if implements import in int interface is late library mixin new num of on operator part required \
            rethrow return sealed set show static super switch sync this throw try typedef var void when while with \
            yield",
        quotes: &[TRIPLE_DOUBLE, TRIPLE_SINGLE, DOUBLE, SINGLE],
        sigils: b"@",
        ..BRACES
    },
    Language {
        names: &["c", "h"],
        keywords: "alignas alignof auto bool break case char const constexpr continue default do double else enum extern \
            float for goto if inline int int16_t int32_t int64_t int8_t long register restrict return short signed \
            size_t sizeof static static_assert struct switch thread_local typedef typeof uint16_t uint32_t uint64_t \
            uint8_t union unsigned void volatile while",
        sigils: b"#",
        ..BRACES
    },
    Language {
        names: &["cpp", "c++", "cxx", "cc", "hpp"],
        keywords: "alignas alignof and auto bool break case catch char class co_await co_return co_yield concept const \
            const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast else enum \
            explicit export extern final float for friend goto if inline int int16_t int32_t int64_t int8_t long module \
            mutable namespace new noexcept not operator or override private protected public register reinterpret_cast \
            requires return short signed size_t sizeof static static_assert static_cast std struct switch template this \
            thread_local throw try typedef typeid typename uint16_t uint32_t uint64_t uint8_t union unsigned using \
            virtual void volatile wchar_t while",
        sigils: b"#",
        ..BRACES
    },
    Language {
        names: &["csharp", "cs", "c#"],
        keywords: "abstract as async await base bool break byte case catch char checked class const continue decimal \
            default delegate do double dynamic else enum event explicit extern finally fixed float for foreach get goto \
            if implicit in init int interface internal is lock long namespace new object operator out override params \
            partial private protected public readonly record ref required return sbyte sealed set short sizeof \
            stackalloc static string struct switch this throw try typeof uint ulong unchecked unsafe ushort using value \
            var virtual void volatile when where while with yield",
        quotes: &[TRIPLE_DOUBLE, Quote::lines("@\"", "\"").raw(), DOUBLE, SINGLE],
        sigils: b"#",
        ..BRACES
    },
    Language {
        names: &["swift"],
        keywords: "actor as associatedtype async await break case catch class continue convenience default defer deinit do \
            dynamic else enum extension fallthrough fileprivate final for func get guard if import in indirect init \
            inout internal is lazy let mutating nonisolated open operator optional override private protocol public \
            repeat required rethrows return self Self set some static struct subscript super switch throw throws try \
            typealias unowned var weak where while willSet didSet",
        quotes: &[TRIPLE_DOUBLE, DOUBLE],
        sigils: b"@#",
        ..BRACES
    },
    Language {
        names: &["kotlin", "kt"],
        keywords: "abstract actual annotation as break by catch class companion const constructor continue crossinline \
            data do else enum expect external final finally for fun get if import in infix init inline inner interface \
            internal is it lateinit noinline object open operator out override package private protected public reified \
            return sealed set super suspend tailrec this throw try typealias val value var vararg when where while",
        quotes: &[TRIPLE_DOUBLE.raw(), DOUBLE, SINGLE],
        sigils: b"@",
        ..BRACES
    },
    Language {
        names: &["java"],
        keywords: "abstract assert boolean break byte case catch char class const continue default do double else enum \
            exports extends final finally float for goto if implements import instanceof int interface long module \
            native new non-sealed open opens package permits private protected provides public record requires return \
            sealed short static strictfp super switch synchronized this throw throws transient try uses var void \
            volatile when while with yield",
        quotes: &[TRIPLE_DOUBLE, DOUBLE, SINGLE],
        sigils: b"@",
        ..BRACES
    },
    Language {
        names: &["vb", "vbnet"],
        keywords: "and andalso as boolean byref byte byval case catch class const continue date decimal dim do double each \
            else elseif end enum event exit finally for friend function get handles if implements imports in inherits \
            integer interface is let lib long loop me mod module mustinherit namespace new next not object of on \
            operator option optional or orelse overrides private property protected public raiseevent readonly return \
            select set shared short single static step string structure sub then throw to try until using wend when \
            while with xor",
        line_comments: &["'"],
        quotes: &[DOUBLE.raw()],
        ignores_case: true,
        ..PLAIN
    },
    Language {
        names: &["objective-c", "objc", "m"],
        keywords: "auto bool BOOL break case char const continue default do double else enum extern float for goto id if in \
            inline instancetype int long nonatomic register return self short signed sizeof static strong struct super \
            switch typedef union unsigned void volatile weak while YES NO",
        quotes: &[Quote::line("\""), SINGLE],
        sigils: b"@#",
        ..BRACES
    },
    Language {
        names: &["php"],
        keywords: "abstract and array as bool break callable case catch class clone const continue declare default do echo \
            else elseif empty enum exit extends final finally float fn for foreach function global goto if implements \
            include include_once instanceof insteadof int interface isset list match mixed namespace new or print \
            private protected public readonly require require_once return self static string switch this throw trait \
            try unset use var void while xor yield",
        line_comments: &["//", "# "],
        sigils: b"$#",
        ..BRACES
    },
    Language {
        names: &["scala"],
        keywords: "abstract case catch class def derives do else end enum export extends extension final finally for \
            forSome given if implicit import inline lazy match new object open override package private protected return \
            sealed super then this throw trait try type using val var while with yield",
        quotes: &[TRIPLE_DOUBLE.raw(), DOUBLE, CHARACTER],
        sigils: b"@",
        ..BRACES
    },
    Language {
        names: &["haskell", "hs"],
        keywords: "as case class data default deriving do else forall foreign hiding if import in infix infixl infixr \
            instance let module newtype of qualified then type where",
        line_comments: &["--"],
        block_comments: &[("{-", "-}")],
        quotes: &[DOUBLE, CHARACTER],
        word_bytes: b"'",
        capital_types: true,
        ..PLAIN
    },
    Language {
        names: &["css"],
        keywords: "",
        line_comments: &[],
        word_bytes: b"-",
        sigils: b"@",
        after_key: Some(b':'),
        capital_types: false,
        ..BRACES
    },
    Language {
        names: &["json", "jsonc"],
        quotes: &[DOUBLE],
        after_key: Some(b':'),
        capital_types: false,
        ..BRACES
    },
    Language {
        names: &["toml", "ini"],
        line_comments: &["#", ";"],
        quotes: &[TRIPLE_DOUBLE, TRIPLE_SINGLE.raw(), DOUBLE, SINGLE.raw()],
        word_bytes: b"-.",
        after_key: Some(b'='),
        headings: true,
        ..HASH_COMMENTS
    },
    Language {
        names: &["yaml", "yml"],
        keywords: "no off on yes",
        word_bytes: b"-.",
        after_key: Some(b':'),
        ..HASH_COMMENTS
    },
    Language {
        names: &["shell", "sh", "bash", "zsh", "console"],
        keywords: "alias break case cd continue declare do done echo elif else esac eval exec exit export fi for function if \
            in local printf read readonly return select set shift source test then trap unset until while",
        quotes: &[Quote::lines("\"", "\""), Quote::lines("'", "'").raw()],
        word_bytes: b"-",
        sigils: b"$",
        ..HASH_COMMENTS
    },
    Language {
        names: &["sql"],
        keywords: "add all alter and any as asc begin between bigint bool boolean by cascade case cast char check collate \
            column commit constraint create cross database date decimal default delete desc distinct drop else end \
            except exists explain fetch float foreign from full function grant group having if in index inner insert \
            int integer intersect into is join key left like limit materialized natural not numeric offset on or order \
            outer over partition primary procedure real recursive references replace returning returns revoke right \
            rollback row select serial set smallint table text then time timestamp to transaction trigger truncate \
            union unique update using values varchar view when where window with",
        line_comments: &["--"],
        block_comments: &[("/*", "*/")],
        quotes: &[Quote::lines("'", "'").raw(), DOUBLE.raw()],
        ignores_case: true,
        ..PLAIN
    },
    Language {
        names: &["asm", "assembly"],
        keywords: "add al and ax bh bl bp bss bx call ch cl cmp cx data db dd dec dh di div dl dq dw dx eax ebp ebx ecx edi \
            edx equ esi esp extern global globl idiv imul inc int ja jb je jge jl jle jmp jne jnz jz lea leave loop mov \
            movsx movzx mul neg nop not or pop push rax rbp rbx rcx rdi rdx resb resd resq resw ret rsi rsp section shl \
            shr si sp sub syscall test text times xchg xor",
        line_comments: &[";"],
        ignores_case: true,
        ..HASH_COMMENTS
    },
];
