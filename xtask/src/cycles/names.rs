//! Collects the names that a module declares, imports and mentions.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeSet, HashSet};
use syn::visit::{self, Visit};

/// The segments of a path; `crate::a::Name` has three segments.
pub(crate) type Segments = Vec<String>;

/// The names in a module, without items that only tests use.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) modules: Vec<DeclaredModule>,
    /// Names of types, traits and macros that the module defines.
    pub(crate) types: HashSet<String>,
    /// Names of functions, constants and statics that the module defines.
    pub(crate) values: HashSet<String>,
    pub(crate) imports: Vec<Import>,
    /// Paths of modules and enums of which the module imports all names.
    pub(crate) globs: Vec<Segments>,
    /// Paths in code, macros and attributes. A path of one segment counts too, because a glob may import its name.
    pub(crate) paths: BTreeSet<Segments>,
    /// Functions and constants of types that the module defines in `impl Type { .. }`: the path of the type, and the
    /// name.
    pub(crate) members: Vec<(Segments, String)>,
    /// Whether the module has more than modules and imports.
    pub(crate) has_code: bool,
}

/// A module that another module declares.
#[derive(Clone)]
pub(crate) struct DeclaredModule {
    pub(crate) name: String,
    /// The path of the file that an attribute names.
    pub(crate) path: Option<String>,
    /// The contents, unless the module has a file of its own.
    pub(crate) items: Option<Vec<syn::Item>>,
}

/// A name that a `use` imports.
pub(crate) struct Import {
    pub(crate) name: String,
    pub(crate) path: Segments,
}

pub(crate) fn names_of_items(items: &[syn::Item]) -> Names {
    let mut names = Names::default();
    for item in items {
        names.visit_item(item);
    }
    names
}

impl Names {
    fn add_use(&mut self, tree: &syn::UseTree, before: &[String]) {
        let with = |ident: &syn::Ident| [before, &[ident.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.add_use(&path.tree, &with(&path.ident)),
            syn::UseTree::Name(name) => {
                // `a::{self}` imports `a`.
                let path = if name.ident == "self" { before.to_vec() } else { with(&name.ident) };
                // Only `use self`, which the compiler refuses, has no name.
                let name = path.last().cloned().unwrap_or_default();
                self.imports.push(Import { name, path });
            }
            syn::UseTree::Rename(rename) => {
                let path = if rename.ident == "self" { before.to_vec() } else { with(&rename.ident) };
                self.imports.push(Import { name: rename.rename.to_string(), path });
            }
            syn::UseTree::Glob(_) => self.globs.push(before.to_vec()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(tree, before)),
        }
    }

    /// Adds the paths in the tokens of a macro or an attribute, which are names with `::` between them.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path = Segments::new();
        let mut colons = 0;
        let mut member = false;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add_path(std::mem::take(&mut path));
                    }
                    // A name after a dot is a field or a method.
                    if !member {
                        path.push(ident.to_string());
                    }
                    (colons, member) = (0, false);
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => (colons, member) = (colons + 1, false),
                other => {
                    self.add_path(std::mem::take(&mut path));
                    member = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '.');
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.add_path(path);
    }

    fn add_path(&mut self, path: Segments) {
        if !path.is_empty() {
            self.paths.insert(path);
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if item_attributes(item).iter().any(is_for_tests) {
            return;
        }
        match item {
            syn::Item::Use(_) | syn::Item::Mod(_) | syn::Item::ExternCrate(_) => {}
            _ => self.has_code = true,
        }
        match item {
            syn::Item::Const(item) => self.values.insert(item.ident.to_string()),
            syn::Item::Fn(item) => self.values.insert(item.sig.ident.to_string()),
            syn::Item::Static(item) => self.values.insert(item.ident.to_string()),
            syn::Item::Enum(item) => self.types.insert(item.ident.to_string()),
            syn::Item::Macro(item) => item.ident.as_ref().is_some_and(|name| self.types.insert(name.to_string())),
            syn::Item::Struct(item) => self.types.insert(item.ident.to_string()),
            syn::Item::Trait(item) => self.types.insert(item.ident.to_string()),
            syn::Item::Type(item) => self.types.insert(item.ident.to_string()),
            syn::Item::Union(item) => self.types.insert(item.ident.to_string()),
            _ => false,
        };
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        // A path that begins with `::` names another crate.
        if item.leading_colon.is_none() {
            self.add_use(&item.tree, &[]);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let path = item.attrs.iter().find(|attribute| attribute.path().is_ident("path")).and_then(attribute_text);
        let items = item.content.as_ref().map(|(_, items)| items.clone());
        self.modules.push(DeclaredModule { name: item.ident.to_string(), path, items });
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let (None, syn::Type::Path(ty)) = (&item.trait_, &*item.self_ty) {
            let path: Segments = ty.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let names = item.items.iter().filter_map(|member| match member {
                syn::ImplItem::Const(member) => Some(&member.ident),
                syn::ImplItem::Fn(member) => Some(&member.sig.ident),
                _ => None,
            });
            self.members.extend(names.map(|name| (path.clone(), name.to_string())));
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        let attributes: &[_] = match item {
            syn::ImplItem::Const(item) => &item.attrs,
            syn::ImplItem::Fn(item) => &item.attrs,
            syn::ImplItem::Type(item) => &item.attrs,
            _ => &[],
        };
        if !attributes.iter().any(is_for_tests) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            self.add_path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.add_tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        self.add_tokens(list.tokens.clone());
        visit::visit_meta_list(self, list);
    }
}

/// Returns the text of an attribute `name = "text"`.
fn attribute_text(attribute: &syn::Attribute) -> Option<String> {
    match &attribute.meta.require_name_value().ok()?.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// Returns whether an attribute is `#[cfg(test)]` or `#[cfg(doctest)]`, also with further conditions.
fn is_for_tests(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.path.is_ident("cfg") && requires_test(list.tokens.clone())
}

fn requires_test(condition: TokenStream) -> bool {
    let tokens: Vec<_> = condition.into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(name)] => name == "test" || name == "doctest",
        [TokenTree::Ident(name), TokenTree::Group(conditions)] if name == "all" => {
            let tokens: Vec<_> = conditions.stream().into_iter().collect();
            let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
            tokens.split(is_comma).any(|condition| requires_test(condition.iter().cloned().collect()))
        }
        _ => false,
    }
}

fn item_attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Union(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
